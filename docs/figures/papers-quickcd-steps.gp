set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-quickcd-steps.svg'
set title "Pipes: tests and updates at each step"
set xlabel "step"
set ylabel "tests of volumes and triangles, updates"
set key below noenhanced
set grid
set logscale y
plot 'papers-quickcd-steps.dat' index 0 using 1:2 with lines title "18-DOPs", \
     'papers-quickcd-steps.dat' index 1 using 1:2 with lines title "RAPID's options in our obb"
