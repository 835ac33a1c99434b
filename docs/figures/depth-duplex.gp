set terminal svg size 720,420 font 'sans-serif,12' background 'white'
set output 'depth-duplex.svg'
set title "A building: 123 pairs of an architectural and an electrical part in contact"
set xlabel "pairs of triangles in contact"
set ylabel "depth in metres"
set key top right noenhanced
set grid
plot 'depth-duplex.dat' using 1:3:2:3 with yerrorbars pointtype 7 pointsize 0.5 title "one pair of parts: the shortest way out"
