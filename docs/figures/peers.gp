set terminal svg size 480,640 font 'sans-serif,16'
set output 'peers.svg'
set border 3 linecolor rgb '#7c7c7c'
set tics textcolor rgb '#7c7c7c' nomirror
set title textcolor rgb '#7c7c7c'
set key textcolor rgb '#7c7c7c'
set xlabel textcolor rgb '#7c7c7c'
set ylabel textcolor rgb '#7c7c7c'
set title "How many times as long as abut others take" noenhanced offset screen -0.09, 0
set logscale x
set xrange [0.5:3000]
set yrange [-8.6:0.7]
set xtics ("1" 1, "10" 10, "100" 100, "1000" 1000)
set grid xtics linecolor rgb '#7c7c7c' dashtype 3
set bmargin at screen 0.22
set key at screen 0.8, 0.11 right top vertical maxrows 3 samplen 1
set xlabel "* two days earlier, beside an older abut" font ',14' offset screen -0.09, 0
set arrow from 1, -8.6 to 1, 0.7 nohead linecolor rgb '#7c7c7c' linewidth 2
set style fill solid 1 noborder
plot 'peers.dat' using 2:(-$0 + 0.2):(1):2:(-$0 + 0.03):(-$0 + 0.37):ytic(1) with boxxyerror linecolor rgb '#2f7de0' title "any contact, mean", \
     '' using 4:(-$0 - 0.2):(1):4:(-$0 - 0.37):(-$0 - 0.03) with boxxyerror linecolor rgb '#c2660a' title "all contacts, mean", \
     '' using 3:(-$0 + 0.2) with points pointtype 7 pointsize 0.8 linecolor rgb '#7c7c7c' title "its best scene", \
     '' using 5:(-$0 - 0.2) with points pointtype 7 pointsize 0.8 linecolor rgb '#7c7c7c' notitle, \
     '' using 3:(-$0 + 0.2) with points pointtype 7 pointsize 0.5 linecolor rgb 'white' notitle, \
     '' using 5:(-$0 - 0.2) with points pointtype 7 pointsize 0.5 linecolor rgb 'white' notitle, \
     '' using ($2 * 1.15):(-$0 + 0.2):(sprintf($2 < 100 ? "%.1f" : "%.0f", $2)) with labels left font ',13' textcolor rgb '#7c7c7c' notitle, \
     '' using ($4 * 1.15):(-$0 - 0.2):(sprintf($4 < 100 ? "%.1f" : "%.0f", $4)) with labels left font ',13' textcolor rgb '#7c7c7c' notitle
