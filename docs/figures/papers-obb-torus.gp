set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-obb-torus.svg'
set title "A torus: distance of boxes from it, by their size"
set xlabel "diameter of what is in a box, in the mean"
set ylabel "tightness, in the mean"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-obb-torus.dat' index 0 using 1:2 with linespoints title "OBB", \
     'papers-obb-torus.dat' index 1 using 1:2 with linespoints title "AABB"
