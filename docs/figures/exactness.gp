set terminal svg size 480,560 font 'sans-serif,16'
set output 'exactness.svg'
set border 3 linecolor rgb '#7c7c7c'
set tics textcolor rgb '#7c7c7c' nomirror
set title textcolor rgb '#7c7c7c'
set key textcolor rgb '#7c7c7c'
set xlabel textcolor rgb '#7c7c7c'
set ylabel textcolor rgb '#7c7c7c'
set multiplot
set xrange [0:100]
set format x ""
unset xtics
set border 2
set lmargin at screen 0.55
set rmargin at screen 0.95
set style fill solid 1 noborder
set tmargin at screen 0.94
set bmargin at screen 0.66
set yrange [-4.6:0.6]
set label 1 "All pairs of 15 cases from bug reports" at screen 0.02, graph 1.13 left textcolor rgb "#7c7c7c" noenhanced
plot 'exactness.dat' index 0 using 2:(-$0):(0):2:(-$0 - 0.3):(-$0 + 0.3):ytic(1) with boxxyerror linecolor rgb '#2f7de0' notitle, \
     '' index 0 using (2):(-$0):(sprintf("%d of %d", $3, $4)) with labels left font ',14' textcolor rgb 'white' notitle
set tmargin at screen 0.58
set bmargin at screen 0.3
set label 1 "Where 295 public models meet themselves" at screen 0.02, graph 1.13 left textcolor rgb "#7c7c7c" noenhanced
plot 'exactness.dat' index 1 using 2:(-$0):(0):2:(-$0 - 0.3):(-$0 + 0.3):ytic(1) with boxxyerror linecolor rgb '#2f7de0' notitle, \
     '' index 1 using (2):(-$0):(sprintf("%d of %d", $3, $4)) with labels left font ',14' textcolor rgb 'white' notitle
set tmargin at screen 0.22
set bmargin at screen 0.05
set yrange [-2.6:0.6]
set label 1 "2000 poses at the last bit before they touch" at screen 0.02, graph 1.13 left textcolor rgb "#7c7c7c" noenhanced
plot 'exactness.dat' index 2 using 2:(-$0):(0):2:(-$0 - 0.3):(-$0 + 0.3):ytic(1) with boxxyerror linecolor rgb '#2f7de0' notitle, \
     '' index 2 using (2):(-$0):(sprintf("%d of %d", $3, $4)) with labels left font ',14' textcolor rgb 'white' notitle
unset multiplot
