set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-obb-levels.svg'
set title "A torus by levels 4, 6 and 7 of its trees"
set xlabel ""
set ylabel ""
set key below noenhanced
set grid
set size ratio -1
unset border
unset tics
unset grid
plot 'papers-obb-levels.dat' index 0 using 1:2 with lines title "OBB", \
     'papers-obb-levels.dat' index 1 using 1:2 with lines title "AABB"
