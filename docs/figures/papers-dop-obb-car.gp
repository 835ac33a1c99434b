set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'papers-dop-obb-car.svg'
set title "The car: 6-DOPs and oriented boxes"
set xlabel "distance of the centres"
set ylabel "ms a query"
set key below noenhanced
set grid
plot 'papers-dop-obb-car.dat' index 0 using 1:2 with linespoints title "6-DOP", \
     'papers-dop-obb-car.dat' index 1 using 1:2 with linespoints title "OBB"
