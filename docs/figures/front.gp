set terminal svg size 480,460 font 'sans-serif,16'
set output 'front.svg'
set border 3 linecolor rgb '#7c7c7c'
set tics textcolor rgb '#7c7c7c' nomirror
set title textcolor rgb '#7c7c7c'
set key textcolor rgb '#7c7c7c'
set xlabel textcolor rgb '#7c7c7c'
set ylabel textcolor rgb '#7c7c7c'
set title "How many times faster from the last step's front" noenhanced offset screen -0.07, 0
set xrange [0:6.5]
set yrange [-5.6:0.7]
set xtics 1
set grid xtics linecolor rgb '#7c7c7c' dashtype 3
set bmargin at screen 0.24
set key at screen 0.8, 0.13 right top vertical maxrows 2 samplen 1
set arrow from 1, -5.6 to 1, 0.7 nohead linecolor rgb '#7c7c7c' linewidth 2
set style fill solid 1 noborder
plot 'front.dat' using 2:(-$0 + 0.2):(0):2:(-$0 + 0.03):(-$0 + 0.37):ytic(1) with boxxyerror linecolor rgb '#2f7de0' title "steps of 0.2 % of the size", \
     '' using 3:(-$0 - 0.2):(0):3:(-$0 - 0.37):(-$0 - 0.03) with boxxyerror linecolor rgb '#c2660a' title "of 0.02 %", \
     '' using ($2 + 0.1):(-$0 + 0.2):(sprintf("%.1f", $2)) with labels left font ',13' textcolor rgb '#7c7c7c' notitle, \
     '' using ($3 + 0.1):(-$0 - 0.2):(sprintf("%.1f", $3)) with labels left font ',13' textcolor rgb '#7c7c7c' notitle
