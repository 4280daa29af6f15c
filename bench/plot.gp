# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Nanoseconds for each call over the number of call sites, a line for each
# variant, quartiles as bars. Called with data, output and heading set; data has
# the number of sites, then median and quartiles of each variant.
set terminal svg size 800,480 font "sans,13" background rgb "white"
set output output
set title heading noenhanced
set xlabel "call sites"
set ylabel "ns per call, median and quartiles"
set logscale x 2
set xtics (1, 4, 16, 64, 256, "1Ki" 1024, "4Ki" 4096, "16Ki" 16384, "64Ki" 65536)
set xrange [0.8:80000]
set yrange [0:*]
set key top left
set grid ytics lc rgb "#dddddd"
set style data yerrorlines
plot data using 1:2:3:4 title "no CFI" lw 2 pt 7 ps 0.6 lc rgb "#777777", \
     data using 1:5:6:7 title "IBT" lw 2 pt 7 ps 0.6 lc rgb "#2166ac", \
     data using 1:8:9:10 title "stock kCFI" lw 2 pt 7 ps 0.6 lc rgb "#b2182b", \
     data using 1:11:12:13 title "kcfi-opt" lw 2 pt 7 ps 0.6 lc rgb "#1b7837", \
     data using 1:14:15:16 title "check without branch" lw 1 dt 2 pt 1 ps 0.6 lc rgb "#333333"
