set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-quickcd-nested.svg'
set title "Nested spheres: tests of volumes"
set xlabel "1 - radius of the inner sphere"
set ylabel "tests of volumes"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-quickcd-nested.dat' index 0 using 1:2 with linespoints title "k = 6", \
     'papers-quickcd-nested.dat' index 1 using 1:2 with linespoints title "k = 14", \
     'papers-quickcd-nested.dat' index 2 using 1:2 with linespoints title "k = 18", \
     'papers-quickcd-nested.dat' index 3 using 1:2 with linespoints title "k = 26", \
     'papers-quickcd-nested.dat' index 4 using 1:2 with linespoints title "OBB"
