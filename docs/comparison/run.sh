#!/usr/bin/env bash
# Prints the table of docs/comparison.md: SPIN and interrex on the same models,
# in one run on the machine at hand. Every row is one process, which searches
# with one thread unless it says otherwise; CPU seconds and memory are those of the whole process as
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
# seconds, wall seconds and kilobytes of the run that took the least CPU time.
timed() {
	local output=$1 i
	shift
	for ((i = 0; i < runs; i++)); do
		(cd "$build" && /usr/bin/time -f '%U %S %e %M' -o times "$@" >"$output" 2>&1) ||
			{ cat "$build/$output" >&2; return 1; }
		cat "$build/times"
	done | awk '{ cpu = $1 + $2; if (NR == 1 || cpu < least) { least = cpu; rest = $3 " " $4 } }
		END { printf "%.2f %s", (least > 0.01 ? least : 0.01), rest }'
}

# row TOOL MODEL CONFIGURATIONS EVENTS TIMES prints a row, and keeps its rate.
row() {
	awk -v tool="$1" -v model="$2" -v c="$3" -v e="$4" -v times="$5" 'BEGIN {
		split(times, t, " ")
		per = t[3] * 1024 / c
		printf "| %s | %s | %s | %s | %.2f | %.2f | %.0f | %s | %.2f |\n",
			model, tool, c, e, t[1], t[2], t[3] / 1024, per < 1 ? "< 1" : sprintf("%.0f", per), c / t[1] / 1e6
	}'
	echo "$1 $2 $(awk -v c="$3" -v times="$5" 'BEGIN { split(times, t, " "); print c / t[1] }')" >>"$build/rates"
}

# spin_agrees KEY N MODEL W DEFINES... searches fully, without reduction and
# with exact states, in 2^W hash slots, and fails unless SPIN finds what the table
# of counts says. It leaves the times in $times. The defines of pan.c are those
# that were found to be fastest: no check of array bounds, states stored as they
# are and without their length, which never changes.
spin_agrees() {
	local pan=pan-$1-$2 key=$1 n=$2 model=$3 slots=$4 found wanted
	shift 4
	(
		mkdir -p "$build/$pan.src" && cd "$build/$pan.src"
		spin -DN="$n" "$@" -a "$here/$model.pml" >/dev/null
		gcc -O3 -march=native -w -DNOREDUCE -DSAFETY -DNOBOUNDCHECK -DNOCOMP -DNOVSZ -DMEMLIM=16000 -o "../$pan" pan.c
	)
	times=$(timed "$pan.txt" "./$pan" -m1000 -w"$slots")
	if ! grep -q 'errors: 0' "$build/$pan.txt" || grep -q 'search depth too small' "$build/$pan.txt"; then
		cat "$build/$pan.txt" >&2
		return 1
	fi
	# pan counts the first state as a transition too.
	found="$(awk '/states, stored/ { c = $1 } /transitions \(=/ { print c, $1 - 1 }' "$build/$pan.txt")"
	wanted="$(count spec "$key" "$n" 3) $(count spec "$key" "$n" 4)"
	[ "$found" = "$wanted" ] || { echo "SPIN finds $found in $key($n), not $wanted" >&2; return 1; }
}

# spin_row NAME KEY N ... prints a row of what spin_agrees times.
spin_row() {
	local name=$1 times
	shift
	spin_agrees "$@"
	row SPIN "$name" "$(count spec "$1" "$2" 3)" "$(count spec "$1" "$2" 4)" "$times"
}

# our_row NAME MODEL N WORKERS runs the benchmark, which fails unless it finds
# what the table of counts says: configurations are its third figure, events its
# fourth.
our_row() {
	local tool=interrex times
	[ "$4" -eq 1 ] || tool="interrex/$4-workers"
	times=$(benchmark "BenchmarkCheck/$2/n=$3/workers=$4")
	row "$tool" "$1" "$(count spec "$2" "$3" 3)" "$(count spec "$2" "$3" 4)" "$times"
}

# symbolic_row NAME MODEL N does the same on decision diagrams. The configurations
# are counted, not visited, and the events are not counted.
symbolic_row() {
	local times
	times=$(benchmark "BenchmarkSymbolic/$2/n=$3")
	row interrex/symbolic "$1" "$(count bench "$2" "$3" 3)" - "$times"
}

# benchmark NAME runs one benchmark as timed does.
benchmark() {
	local output=${1//\//-}.txt
	timed "$output" ./checker.test -test.run=- -test.benchtime=1x -test.bench="^${1//\//\$/^}\$"
	grep -q "^$1" "$build/$output" || { echo "there is no benchmark $1" >&2; return 1; }
}

# count FILE MODEL N I prints the I-th figure of a row of checker/FILE_test.go.
count() {
	tr '{' '\n' <"$here/../../checker/$1_test.go" | awk -F'[}, ]+' -v model="\"$2\"" -v n="$3" -v i="$4" '
		$1 == model && $2 == n { gsub("[_\"]", ""); print $i; exit }'
}

# ratio TOOL MODEL OTHER compares TOOL on MODEL with SPIN on OTHER.
ratio() {
	awk -v ours="$1 $2" -v theirs="SPIN $3" '{ rate[$1 " " $2] = $3 }
		END { if (rate[theirs]) printf "- %s: %.1f times the configurations per CPU second of %s\n", ours, rate[ours] / rate[theirs], theirs }' "$build/rates"
}

# times_less MODEL compares the CPU time of the symbolic engine with SPIN's.
times_less() {
	awk -v ours="interrex/symbolic $1" -v theirs="SPIN $1" '{ rate[$1 " " $2] = $3 }
		END { if (rate[theirs]) printf "- interrex/symbolic %s: the same answer in 1/%.0f of the CPU time of SPIN\n", substr(ours, 19), rate[ours] / rate[theirs] }' "$build/rates"
}

: >"$build/rates"
echo "Machine:$(awk -F: '/model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores; $(go version | cut -d' ' -f3); $(spin -V 2>/dev/null || echo no SPIN)."
echo
echo "| model | tool | configurations | events | CPU s | wall s | MB | B/configuration | million configurations per CPU s |"
echo "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
if command -v spin >/dev/null; then
	spin_agrees RAFT1 3 raft 16 -DT=1
	spin_agrees RAFT1set 3 raft 16 -DT=1 -DSET
	spin_row "LCR(12)" LCR 12 lcr 22
	spin_row "HS(7)" HS 7 hs 20
	spin_row "RAFT(3,2)" RAFT2 3 raft 22 -DT=2
	spin_row "RAFT(3,2)/set" RAFT2set 3 raft 22 -DT=2 -DSET
else
	echo "no SPIN: apt-get install spin gcc time" >&2
fi
(cd "$here/../.." && go test -c -o "$build/checker.test" ./checker)
our_row "LCR(12)" LCR 12 1
our_row "LCR(14)" LCR 14 1
our_row "LCR(14)" LCR 14 2
our_row "HS(7)" HS 7 1
our_row "HS(8)" HS 8 1
our_row "RAFT(3,2)" RAFT2 3 1
our_row "RAFT(3,2)/set" RAFT2set 3 1
for n in 12 16 20 30; do symbolic_row "LCR($n)" LCR "$n"; done
for n in 12 16; do symbolic_row "HS($n)" HS "$n"; done
symbolic_row "RAFT(3,2)" RAFT2 3
symbolic_row "RAFT(5,1)" RAFT1 5
echo
ratio interrex "LCR(12)" "LCR(12)"
ratio interrex "HS(8)" "HS(7)"
ratio interrex "RAFT(3,2)" "RAFT(3,2)"
ratio interrex "RAFT(3,2)/set" "RAFT(3,2)/set"
times_less "LCR(12)"
times_less "RAFT(3,2)"
