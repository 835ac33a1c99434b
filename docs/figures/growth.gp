set terminal svg size 480,600 font 'sans-serif,16'
set output 'growth.svg'
set border 3 linecolor rgb '#7c7c7c'
set tics textcolor rgb '#7c7c7c' nomirror
set title textcolor rgb '#7c7c7c'
set key textcolor rgb '#7c7c7c'
set xlabel textcolor rgb '#7c7c7c'
set ylabel textcolor rgb '#7c7c7c'
set multiplot layout 2, 1
set logscale x
set logscale y
set xrange [800:1500000]
set xtics ("1 000" 1000, "10 000" 10000, "100 000" 100000, "1 000 000" 1000000)
set grid ytics linecolor rgb '#7c7c7c' dashtype 3
set key below samplen 2
set ylabel "microseconds"
set title "Any contact of two tori, by triangles of each"
set yrange [0.5:30]
plot 'growth.dat' index 0 using 1:2 with linespoints pointtype 7 linewidth 3 linecolor rgb '#2f7de0' title "abut", \
     '' index 1 using 1:2 with linespoints pointtype 5 linewidth 2 linecolor rgb '#c2660a' title "RAPID", \
     '' index 2 using 1:2 with linespoints pointtype 9 linewidth 2 linecolor rgb '#a855f7' title "FCL"
set title "The exact distance of two tori"
set yrange [8:1500]
plot 'growth.dat' index 3 using 1:2 with linespoints pointtype 7 linewidth 3 linecolor rgb '#2f7de0' title "abut", \
     '' index 4 using 1:2 with linespoints pointtype 5 linewidth 2 linecolor rgb '#0d9488' title "PQP", \
     '' index 5 using 1:2 with linespoints pointtype 9 linewidth 2 linecolor rgb '#a855f7' title "FCL"
unset multiplot
