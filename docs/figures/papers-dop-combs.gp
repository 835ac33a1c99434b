set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-dop-combs.svg'
set title "Two combs of n triangles each, an ulp apart"
set xlabel "n"
set ylabel "tests (N_v + N_p)"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-dop-combs.dat' index 0 using 1:2 with linespoints title "brute", \
     'papers-dop-combs.dat' index 1 using 1:2 with linespoints title "aabb, and 2 others", \
     'papers-dop-combs.dat' index 2 using 1:2 with linespoints title "dop6, and 6 others", \
     'papers-dop-combs.dat' index 3 using 1:2 with linespoints title "quickcd6, and 6 others", \
     'papers-dop-combs.dat' index 4 using 1:2 with linespoints title "hybrid", \
     'papers-dop-combs.dat' index 5 using 1:2 with linespoints title "wide", \
     'papers-dop-combs.dat' index 6 using 1:2 with linespoints title "the paper: n squared" dashtype 2 linecolor rgb '#777777' pointtype 6
