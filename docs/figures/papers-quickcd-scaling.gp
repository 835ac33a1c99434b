set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-quickcd-scaling.svg'
set title "An airliner among tetrahedra"
set xlabel "tetrahedra"
set ylabel "ms a query"
set key below noenhanced
set grid
set logscale x
plot 'papers-quickcd-scaling.dat' index 0 using 1:2 with linespoints title "18-DOPs", \
     'papers-quickcd-scaling.dat' index 1 using 1:2 with linespoints title "RAPID's options in our obb", \
     'papers-quickcd-scaling.dat' index 2 using 1:2 with linespoints title "SOLID's boxes", \
     'papers-quickcd-scaling.dat' index 3 using 1:2 with linespoints title "18-DOPs, leaves of 1"
