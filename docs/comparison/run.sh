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

# row TOOL MODEL CONFIGURATIONS EVENTS TIMES prints a row, and keeps its rate. Rates of few
# configurations would measure how fast a process starts.
row() {
	awk -v tool="$1" -v model="$2" -v c="$3" -v e="$4" -v times="$5" 'BEGIN {
		split(times, t, " ")
		per = t[3] * 1024 / c
		printf "| %s | %s | %s | %s | %.2f | %.2f | %.0f | %s | %s |\n", model, tool, c, e, t[1], t[2], t[3] / 1024,
			c < 100000 ? "-" : per < 1 ? "< 1" : sprintf("%.0f", per), c < 100000 ? "-" : sprintf("%.2f", c / t[1] / 1e6)
	}'
	echo "$1 $2 $(awk -v c="$3" -v times="$5" 'BEGIN { split(times, t, " "); print c / t[1] }')" >>"$build/rates"
}

# pan NAME MODEL W FLAGS DEFINES... searches a model fully with SPIN, with exact states,
# in 2^W hash slots. FLAGS is -DNOREDUCE, or empty for partial order reduction. It leaves
# the times in $times, and the configurations and events in $found. The flags of
# pan.c are those that were found to be fastest: no check of array bounds, states
# stored as they are and without their length, which never changes.
pan() {
	local pan=pan-${1//\//-} model=$2 slots=$3 flags=$4 init
	shift 4
	(
		mkdir -p "$build/$pan.src" && cd "$build/$pan.src"
		spin "$@" -a "$here/$model.pml" >/dev/null
		gcc -O3 -march=native -w $flags -DSAFETY -DNOBOUNDCHECK -DNOCOMP -DNOVSZ -DMEMLIM=16000 -o "../$pan" pan.c
	)
	times=$(timed "$pan.txt" "./$pan" -m10000 -w"$slots")
	if ! grep -q 'errors: 0' "$build/$pan.txt" || grep -q 'search depth too small' "$build/$pan.txt"; then
		cat "$build/$pan.txt" >&2
		return 1
	fi
	# pan counts the first state as a transition too. Where init starts the processes,
	# its step is one more of both.
	init=$(grep -c '^init' "$here/$model.pml" || true)
	found="$(awk -v init="$init" '/states, stored/ { c = $1 } /transitions \(=/ { print c - init, $1 - 1 - init }' "$build/$pan.txt")"
}

# spin_agrees NAME WANTED MODEL W DEFINES... searches without reduction, and fails unless
# SPIN finds as many configurations and events as WANTED says.
spin_agrees() {
	local name=$1 wanted=$2 model=$3 slots=$4
	shift 4
	pan "$name" "$model" "$slots" -DNOREDUCE "$@"
	[ "$found" = "$wanted" ] || { echo "SPIN finds $found in $name, not $wanted" >&2; return 1; }
}

# spin_rows NAME WANTED ... prints a row of what spin_agrees times, and one with partial
# order reduction.
spin_rows() {
	local name=$1 times found
	spin_agrees "$@"
	row SPIN "$name" $found "$times"
	shift 2
	pan "$name-reduced" "$1" "$2" "" -DLOCAL "${@:3}"
	row SPIN/reduced "$name" $found "$times"
}

# ask ALGORITHM N ORDER REDUCTION checks an algorithm of the catalogue with the command. It
# leaves the times in $times, and the configurations and events in $found.
ask() {
	local output=interrex-$1-$2-$3-$4.txt
	times=$(timed "$output" ./interrex check "$1" -n "$2" --order "$3" --reduce "$4" --variant corrected --ids worst \
		--property uniqueness --engine explicit --workers 1 --json --output "$output.json")
	grep -q '"complete":true.*"property":"uniqueness","result":"holds"' "$build/$output.json" || { cat "$build/$output" >&2; return 1; }
	found=$(sed 's/.*"configurations":"\([0-9]*\)","events":"\([0-9]*\)".*/\1 \2/' "$build/$output.json")
}

# both NAME SMALLER ALGORITHM N ORDER MODEL W DEFINES... compares the two on an algorithm
# of the catalogue with N processes, after a search with SMALLER that must agree too.
both() {
	local name=$1 smaller=$2 algorithm=$3 n=$4 order=$5 times found ours
	shift 5
	ask "$algorithm" "$smaller" "$order" none
	[ -z "$spin" ] || spin_agrees "$algorithm-$smaller-$order" "$found" "$1" 16 "-DN=$smaller" "${@:3}"
	ask "$algorithm" "$n" "$order" none
	ours=$times
	[ -z "$spin" ] || spin_rows "$name" "$found" "$1" "$2" "-DN=$n" "${@:3}"
	row interrex "$name" $found "$ours"
	ask "$algorithm" "$n" "$order" confluent
	row interrex/confluent "$name" $found "$times"
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

# confluent_row NAME MODEL N does the same with confluent deliveries.
confluent_row() {
	local times
	times=$(benchmark "BenchmarkConfluent/$2/n=$3")
	row interrex/confluent "$1" "$(count bench_confluent "$2" "$3" 3)" "$(count bench_confluent "$2" "$3" 4)" "$times"
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

# raft NAME KEY N TERMS DEFINES... compares the two on RAFT(N,TERMS), after SPIN's
# RAFT(N,1).
raft() {
	local name=$1 key=$2 n=$3 terms=$4
	shift 4
	if [ -n "$spin" ]; then
		spin_agrees "$name-smaller" "$(counts "${key/$terms/1}" "$n")" raft 16 -DT=1 "$@"
		spin_rows "$name" "$(counts "$key" "$n")" raft 22 "-DT=$terms" "$@"
	fi
	our_row "$name" "$key" "$n" 1
	confluent_row "$name" "$key" "$n"
}

# counts MODEL N prints the configurations and events of a row of the table of counts.
counts() { echo "$(count spec "$1" "$2" 3) $(count spec "$1" "$2" 4)"; }

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
spin=$(command -v spin || true)
[ -n "$spin" ] || echo "no SPIN: apt-get install spin gcc time" >&2
(cd "$here/../.." && go test -c -o "$build/checker.test" ./checker && go build -o "$build/interrex" ./cmd/interrex)
echo "Machine:$(awk -F: '/model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores; $(go version | cut -d' ' -f3); $(spin -V 2>/dev/null || echo no SPIN)."
echo
echo "| model | tool | configurations | events | CPU s | wall s | MB | B/configuration | million configurations per CPU s |"
echo "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
both "LCR(12)" 8 lcr 12 fifo lcr 22
both "DKR(12)" 8 dkr 12 fifo dkr 22
both "HS(7)" 4 hs 7 fifo hs 20
both "bully(5)" 4 bully 5 fifo bully 18
both "bully-reply(6)" 5 bully-reply 6 fifo bullyreply 22
both "bully-original(4)" 3 bully-original 4 inbox bullyoriginal 18
both "bully-improved(5)" 4 bully-improved 5 inbox bullyimproved 24
both "Paxos(3)/bag" 2 paxos 3 bag paxos 18
both "Paxos(3)/set" 2 paxos 3 set paxos 18 -DSET
raft "RAFT(3,2)" RAFT2 3 2
raft "RAFT(3,2)/set" RAFT2set 3 2 -DSET
our_row "LCR(14)" LCR 14 1
our_row "LCR(14)" LCR 14 2
our_row "HS(8)" HS 8 1
for n in 12 16 20 30; do symbolic_row "LCR($n)" LCR "$n"; done
for n in 12 16; do symbolic_row "HS($n)" HS "$n"; done
symbolic_row "RAFT(3,2)" RAFT2 3
symbolic_row "RAFT(5,1)" RAFT1 5
echo
for model in "LCR(12)" "DKR(12)" "HS(7)" "bully-reply(6)" "Paxos(3)/bag" "RAFT(3,2)" "RAFT(3,2)/set"; do
	ratio interrex "$model" "$model"
done
ratio interrex "HS(8)" "HS(7)"
times_less "LCR(12)"
times_less "RAFT(3,2)"
