set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-obb-point.svg'
set title "Spheres side by side: tests of boxes by gap"
set xlabel "gap, radii"
set ylabel "tests of volumes"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-obb-point.dat' index 0 using 1:2 with linespoints title "OBB (the rules of OBBTree in our obb)", \
     'papers-obb-point.dat' index 1 using 1:2 with linespoints title "AABB (the same code)", \
     'papers-obb-point.dat' index 2 using 1:2 with linespoints title "spheres", \
     'papers-obb-point.dat' index 3 using 1:2 with linespoints title "RAPID itself"
