set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-dop-complexity.svg'
set title "Tori: mean time by number of triangles"
set xlabel "triangles"
set ylabel "ms a query, over all distances"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-dop-complexity.dat' index 0 using 1:2 with linespoints title "k = 6", \
     'papers-dop-complexity.dat' index 1 using 1:2 with linespoints title "k = 8", \
     'papers-dop-complexity.dat' index 2 using 1:2 with linespoints title "k = 14", \
     'papers-dop-complexity.dat' index 3 using 1:2 with linespoints title "the paper, k = 6 (table 4), 194 MHz" dashtype 2 linecolor rgb '#777777' pointtype 6
