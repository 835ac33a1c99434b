set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-dop-table4.svg'
set title "Table 4: eight objects by size; the paper's at 194 MHz"
set xlabel "triangles"
set ylabel "ms a query"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-dop-table4.dat' index 0 using 1:2 with linespoints title "the paper, 6-DOP" dashtype 2 linecolor rgb '#777777' pointtype 6, \
     'papers-dop-table4.dat' index 1 using 1:2 with linespoints title "the paper, OBB (RAPID)" dashtype 2 linecolor rgb '#777777' pointtype 6, \
     'papers-dop-table4.dat' index 2 using 1:2 with linespoints title "6-DOP", \
     'papers-dop-table4.dat' index 3 using 1:2 with linespoints title "OBB (RAPID's options in our obb)"
