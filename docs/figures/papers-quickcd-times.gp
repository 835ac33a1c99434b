set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-quickcd-times.svg'
set title "Pipes: time of each step"
set xlabel "step"
set ylabel "ms"
set key below noenhanced
set grid
set logscale y
plot 'papers-quickcd-times.dat' index 0 using 1:2 with lines title "18-DOPs", \
     'papers-quickcd-times.dat' index 1 using 1:2 with lines title "RAPID's options in our obb"
