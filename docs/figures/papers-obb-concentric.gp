set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-obb-concentric.svg'
set title "Concentric spheres: tests of boxes by gap"
set xlabel "gap, radii of the inner sphere"
set ylabel "tests of volumes"
set key below noenhanced
set grid
set logscale x
set logscale y
plot 'papers-obb-concentric.dat' index 0 using 1:2 with linespoints title "OBB (the rules of OBBTree in our obb)", \
     'papers-obb-concentric.dat' index 1 using 1:2 with linespoints title "AABB (the same code)", \
     'papers-obb-concentric.dat' index 2 using 1:2 with linespoints title "spheres", \
     'papers-obb-concentric.dat' index 3 using 1:2 with linespoints title "RAPID itself", \
     'papers-obb-concentric.dat' index 4 using 1:2 with linespoints title "the paper's slope -1, through ours at 0.1" dashtype 2 linecolor rgb '#777777' pointtype 6, \
     'papers-obb-concentric.dat' index 5 using 1:2 with linespoints title "the paper's slope -2, through ours at 0.1" dashtype 2 linecolor rgb '#777777' pointtype 6
