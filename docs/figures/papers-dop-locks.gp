set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-dop-locks.svg'
set title "Two locks"
set xlabel "distance of the centres"
set ylabel "ms a query"
set key below noenhanced
set grid
set logscale y
plot 'papers-dop-locks.dat' index 0 using 1:2 with linespoints title "k = 6", \
     'papers-dop-locks.dat' index 1 using 1:2 with linespoints title "k = 8", \
     'papers-dop-locks.dat' index 2 using 1:2 with linespoints title "k = 14"
