set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-obb-concentric.svg'
set title "Concentric spheres: tests of boxes by gap"
set xlabel "gap, radii of the inner sphere"
set ylabel "tests of volumes"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-obb-concentric.dat' index 0 using 1:2 with linespoints title "OBB (RAPID's)", \
     'papers-obb-concentric.dat' index 1 using 1:2 with linespoints title "AABB (the same code)", \
     'papers-obb-concentric.dat' index 2 using 1:2 with linespoints title "spheres"
