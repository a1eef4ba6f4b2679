#!/usr/bin/env bash
# Prints the table of docs/comparison.md: SPIN and interrex on the same models,
# in one run on the machine at hand. Every row is one process with one thread
# of search; CPU seconds and memory are those of the whole process as
# /usr/bin/time sees it, compilation not counted.
#
#   docs/comparison/run.sh            both
#   RUNS=3 docs/comparison/run.sh     the least of three runs for each row
#
# Needs Go, and for SPIN's rows: apt-get install spin gcc time
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$here/.build
runs=${RUNS:-1}
mkdir -p "$build"

# timed OUTPUT COMMAND... runs the command several times and prints the CPU
# seconds and kilobytes of the run that took the least CPU time.
timed() {
	local output=$1 i
	shift
	for ((i = 0; i < runs; i++)); do
		(cd "$build" && /usr/bin/time -f '%U %S %M' -o times "$@" >"$output" 2>&1) ||
			{ cat "$build/$output" >&2; return 1; }
		cat "$build/times"
	done | awk '{ cpu = $1 + $2; if (NR == 1 || cpu < least) { least = cpu; kb = $3 } }
		END { printf "%.2f %d", (least > 0.01 ? least : 0.01), kb }'
}

# row TOOL MODEL CONFIGURATIONS EVENTS "CPU KB" prints a row, and keeps the rate.
row() {
	awk -v tool="$1" -v model="$2" -v c="$3" -v e="$4" -v t="$5" 'BEGIN {
		split(t, u, " ")
		printf "| %s | %s | %d | %d | %.2f | %d | %.0f | %.2f |\n",
			model, tool, c, e, u[1], u[2] / 1024, u[2] * 1024 / c, c / u[1] / 1e6
	}'
	echo "$1 $2 $(awk -v c="$3" -v t="$5" 'BEGIN { print c / t }')" >>"$build/rates"
}

# spin MODEL N: full search, no reduction, exact states.
spin_row() {
	local model=$1 n=$2 name=${1^^}\($2\) pan=pan-$1-$2 times
	(
		mkdir -p "$build/$pan.src" && cd "$build/$pan.src"
		spin -DN="$n" -a "$here/$model.pml" >/dev/null
		gcc -O3 -w -DNOREDUCE -DSAFETY -DMEMLIM=16000 -o "../$pan" pan.c
	)
	times=$(timed "$pan.txt" "./$pan" -m1000 -w"$3")
	grep -q 'errors: 0' "$build/$pan.txt" && ! grep -q 'search depth too small' "$build/$pan.txt" ||
		{ cat "$build/$pan.txt" >&2; return 1; }
	# pan counts the first state as a transition too.
	row SPIN "$name" "$(awk '/states, stored/ { print $1 }' "$build/$pan.txt")" \
		"$(awk '/transitions \(=/ { print $1 - 1 }' "$build/$pan.txt")" "$times"
}

# our_row MODEL N: the benchmark fails if the counts are not those expected.
our_row() {
	local name="$1($2)" output="bench-$1-$2.txt" times
	times=$(timed "$output" ./checker.test -test.run=- -test.benchtime=1x \
		-test.bench="^BenchmarkCheck\$/^$1\$/^n=$2\$/^workers=1\$")
	row interrex "$name" "$(metric configs "$build/$output")" "$(metric events "$build/$output")" "$times"
}

# metric UNIT FILE prints the figure that a benchmark reports in that unit.
metric() {
	awk -v unit="$1" '/^BenchmarkCheck/ { for (i = 2; i <= NF; i++) if ($i == unit) { printf "%d", $(i - 1); found = 1 } }
		END { if (!found) { print "no " unit " in " FILENAME > "/dev/stderr"; exit 1 } }' "$2"
}

ratio() {
	awk -v ours="interrex $1" -v theirs="SPIN $2" '{ rate[$1 " " $2] = $3 }
		END { if (rate[theirs]) printf "- %s at %s of %s\n", ours, sprintf("%.1f times the rate", rate[ours] / rate[theirs]), theirs }' "$build/rates"
}

: >"$build/rates"
echo "Machine:$(awk -F: '/model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores; $(go version | cut -d' ' -f3); $(spin -V 2>/dev/null || echo no SPIN)."
echo
echo "| model | tool | configurations | events | CPU s | MB | B/configuration | million configurations per CPU s |"
echo "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
if command -v spin >/dev/null; then
	spin_row lcr 12 24
	spin_row hs 7 22
else
	echo "no SPIN: apt-get install spin gcc time" >&2
fi
(cd "$here/../.." && go test -c -o "$build/checker.test" ./checker)
our_row LCR 12
our_row LCR 14
our_row HS 7
our_row HS 8
echo
ratio "LCR(12)" "LCR(12)"
ratio "HS(8)" "HS(7)"
