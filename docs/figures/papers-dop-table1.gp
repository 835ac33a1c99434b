set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-dop-table1.svg'
set title "Table 1: door, lock, car, pipes; the paper's at 194 MHz"
set xlabel "triangles"
set ylabel "ms a query"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-dop-table1.dat' index 0 using 1:2 with linespoints title "the paper, k = 6" dashtype 2 linecolor rgb '#777777' pointtype 6, \
     'papers-dop-table1.dat' index 1 using 1:2 with linespoints title "the paper, k = 8" dashtype 2 linecolor rgb '#777777' pointtype 6, \
     'papers-dop-table1.dat' index 2 using 1:2 with linespoints title "the paper, k = 14" dashtype 2 linecolor rgb '#777777' pointtype 6, \
     'papers-dop-table1.dat' index 3 using 1:2 with linespoints title "k = 6", \
     'papers-dop-table1.dat' index 4 using 1:2 with linespoints title "k = 8", \
     'papers-dop-table1.dat' index 5 using 1:2 with linespoints title "k = 14"
