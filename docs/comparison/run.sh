#!/usr/bin/env bash
# Runs SPIN and interrex on the same models in turns, and writes the tables of
# docs/comparison.md. It fails if the two count different configurations or events of a
# model, at its own size or at a smaller one.
#
#   docs/comparison/run.sh                    runs everything once
#   RUNS=3 docs/comparison/run.sh             three times: of each row, the run with the least CPU time
#   RUNS=0 docs/comparison/run.sh             only compares the counts at the smaller sizes
#   docs/comparison/run.sh 'bully(5)' HS(7)   these models only: prints, and leaves the page as it is
#
# Needs Go and GNU time, and for SPIN's rows spin and gcc: apt-get install spin gcc time
set -euo pipefail
set -m # each child is the leader of a process group, which can be stopped
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../comparison.md
build=$here/.build
runs=${RUNS:-1}
spin=yes
child=

# both lists what SPIN and interrex search: the name, the algorithm of the catalogue or the
# benchmark, a smaller size, the size, the order, the model for SPIN, the logarithm of the
# number of its hash slots, and definitions. %n is the size.
both() {
	cat <<-'END'
		LCR(12)            lcr             8  12  fifo   lcr            22  -DN=%n
		LCR(12)/packed     lcr             8  12  fifo   lcrpacked      22  -DN=%n
		DKR(12)            dkr             8  12  fifo   dkr            22  -DN=%n
		DKR(12)/packed     dkr             8  12  fifo   dkrpacked      22  -DN=%n
		HS(7)              hs              4   7  fifo   hs             20  -DN=%n
		HS(7)/packed       hs              4   7  fifo   hspacked       20  -DN=%n
		bully(5)           bully           4   5  fifo   bully          18  -DN=%n
		bully-reply(6)     bully-reply     5   6  fifo   bullyreply     22  -DN=%n
		bully-original(4)  bully-original  3   4  inbox  bullyoriginal  18  -DN=%n
		bully-improved(5)  bully-improved  4   5  inbox  bullyimproved  24  -DN=%n
		Paxos(3)/bag       paxos           2   3  bag    paxos          18  -DN=%n
		Paxos(3)/set       paxos           2   3  set    paxos          18  -DN=%n -DSET
		Paxos(4)/fifo      paxos           3   4  fifo   paxos          21  -DN=%n -DFIFO
		RAFT(3,2)          RAFT%n          1   2  bag    raft           22  -DT=%n
		RAFT(3,2)/set      RAFT%nset       1   2  set    raft           22  -DT=%n -DSET
	END
}

# levels lists what both search breadth first, to two depths.
levels() {
	cat <<-'END'
		RAFT(3,3)/set      RAFT3set        9  11  set    raft           24  -DT=3 -DSET
	END
}

# ours lists what only interrex searches: the name, the algorithm or the benchmark, the
# size, the engine, and the number of workers.
ours() {
	cat <<-'END'
		LCR(14)    lcr    14  explicit  1
		LCR(14)    lcr    14  explicit  2
		HS(8)      hs      8  explicit  1
		LCR(12)    lcr    12  symbolic  1
		LCR(16)    lcr    16  symbolic  1
		LCR(20)    lcr    20  symbolic  1
		LCR(30)    lcr    30  symbolic  1
		HS(12)     hs     12  symbolic  1
		HS(16)     hs     16  symbolic  1
		RAFT(3,2)  RAFT2   3  symbolic  1
		RAFT(5,1)  RAFT1   5  symbolic  1
	END
}

fail() {
	echo "run.sh: $1" >&2
	exit "${2:-1}"
}

stop() {
	[ -z "$child" ] || kill -- "-$child" 2>/dev/null || true
	fail "interrupted; the page is as it was" 130
}

# timed COMMAND... runs a command in the build directory. It leaves what the command printed in
# the file output, and its CPU seconds and kilobytes in $times.
timed() {
	local status=0
	(cd "$build" && exec /usr/bin/time -f '%U %S %M' -o times "$@" >output 2>&1) &
	child=$!
	wait "$child" || status=$?
	child=
	[ "$status" -eq 0 ] || { cat "$build/output" >&2; fail "exit status $status of $*"; }
	times=$(awk '{ print $1 + $2, $3 }' "$build/times")
}

# keep TOOL stores $found and $times as a row of the model $name.
keep() { echo "$name $1 $found $times" >>"$build/rows"; }

# pan SIZE SLOTS DEPTH FLAGS... searches $model with SPIN, with exact states. It leaves the
# configurations and events in $found. The flags of pan.c are those that were found to be
# fastest: no check of array bounds, states stored as they are and without their length,
# which never changes.
pan() {
	local flags=("${@:4}") name init
	read -ra macros <<<"${defines//%n/$1}"
	name=$(tr -d ' ' <<<"pan-$model${macros[*]}${flags[*]}")
	if [ ! -x "$build/$name" ]; then
		mkdir -p "$build/$name.src"
		(cd "$build/$name.src" && spin "${macros[@]}" "${flags[@]}" -a "$here/$model.pml" >/dev/null &&
			gcc -O3 -march=native -w "${flags[@]}" -DSAFETY -DNOBOUNDCHECK -DNOCOMP -DNOVSZ -DMEMLIM=4000 -o "../$name" pan.c)
	fi
	timed "./$name" "-w$2" "-m$3"
	if ! grep -q 'errors: 0' "$build/output" || grep -q 'Search not completed' "$build/output"; then
		cat "$build/output" >&2
		fail "SPIN has not searched all of $name"
	fi
	# pan counts the first state as a transition too. Where init starts the processes,
	# its step is one more of both.
	init=$(grep -c '^init' "$here/$model.pml" || true)
	found=$(awk -v init="$init" '/states, stored/ { c = $1 } /transitions \(=/ { print c - init, $1 - 1 - init }' "$build/output")
}

# check ALGORITHM N ORDER OPTIONS... checks uniqueness of an algorithm of the catalogue, and
# leaves the configurations and events in $found. The model of Paxos has one round from N = 3 on.
check() {
	case $1/$2 in paxos/[3-9]) set -- "$@" --limit rounds=1 ;; esac
	timed ./interrex check "$1" -n "$2" --order "$3" --variant corrected --ids worst --property uniqueness --json "${@:4}"
	grep -q '"complete":true.*"property":"uniqueness","result":"holds"' "$build/output" || fail "interrex does not decide $1, n=$2"
	found=$(sed -n 's/.*"configurations":"\([0-9]*\)","events":"\([0-9]*\)".*/\1 \2/p' "$build/output")
}

# benchmark NAME runs one benchmark of the package checker, which fails if its counts are
# wrong, and leaves the configurations and events in $found.
benchmark() {
	timed ./checker.test -test.run=- -test.benchtime=1x -test.bench="^${1//\//\$/^}\$"
	found=$(awk '/^Benchmark/ { for (i = 3; i < NF; i += 2) of[$(i+1)] = $i; print of["configs"], "events" in of ? of["events"] : "-" }' "$build/output")
	[ -n "$found" ] || fail "there is no benchmark $1"
}

# search SIZE REDUCTION searches $key with interrex, one worker.
search() {
	case $key/$2 in
	RAFT*/none) benchmark "BenchmarkCheck/${key/\%n/$1}/n=3/workers=1" ;;
	RAFT*) benchmark "BenchmarkConfluent/${key/\%n/$1}/n=3" ;;
	*) check "$key" "$1" "$order" --engine explicit --workers 1 --reduce "$2" ;;
	esac
}

# smaller compares the counts at the smaller size.
smaller() {
	local expected
	search "$less" none
	expected=$found
	pan "$less" 16 10000 -DNOREDUCE
	[ "$found" = "$expected" ] || fail "$name at size $less: SPIN finds $found configurations and events, interrex $expected"
}

# compare searches with both, without reduction and with it, and compares the counts.
compare() {
	local expected
	search "$size" none
	expected=$found
	keep interrex
	if [ -n "$spin" ]; then
		pan "$size" "$slots" 10000 -DNOREDUCE
		[ "$found" = "$expected" ] || fail "$name: SPIN finds $found configurations and events, interrex $expected"
		keep SPIN
	fi
	[[ $name != */packed ]] || return 0 # without its channels, nothing can be reduced
	if [ -n "$spin" ]; then
		pan "$size" "$slots" 10000 -DLOCAL
		keep SPIN/reduced
	fi
	search "$size" confluent
	keep interrex/confluent
}

# descend DEPTH searches breadth first, compares the counts, and keeps rows for the depth $size.
# interrex counts what it has expanded, and has stored one level more. SPIN counts what it has
# stored, and a transition for each configuration of its last level, which it does not expand.
descend() {
	local expected
	benchmark "BenchmarkLevels/$key/n=3/depth=$1"
	read -ra expected <<<"$found"
	[ "$1" -ne "$size" ] || keep interrex
	[ -n "$spin" ] || return 0
	pan "$1" "$slots" "$1" -DNOREDUCE -DBFS
	[ "${found% *}" = "${expected[0]}" ] || fail "$name to depth $1: SPIN finds ${found% *} configurations, interrex ${expected[0]}"
	pan "$1" "$slots" $(($1 + 1)) -DNOREDUCE -DBFS
	[ $((${found#* } - ${found% *})) -eq $((expected[1] - expected[0])) ] ||
		fail "$name to depth $1: SPIN finds $found configurations and events, which do not agree with ${expected[*]}"
	found=${expected[*]}
	[ "$1" -ne "$size" ] || keep SPIN/bfs
}

# alone searches with interrex only.
alone() {
	local tool=interrex
	case $key in
	RAFT*) benchmark "BenchmarkSymbolic/$key/n=$size" ;;
	*) check "$key" "$size" fifo --reduce none --engine "$engine" --workers "$workers" ;;
	esac
	[ "$engine" = explicit ] || tool=$tool/$engine
	[ "$workers" -eq 1 ] || tool=$tool/$workers-workers
	keep "$tool"
}

# tables prints the rows, of each the run with the least CPU time, and the ratios. Rates of few
# configurations, and ratios of short times, would measure how fast a process starts. The symbolic
# engine does not visit configurations.
tables() {
	echo "Machine:$(awk -F: '/model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores, load average $load before the first run;" \
		"$(go version | cut -d' ' -f3); ${spin:+$(spin -V); gcc $(gcc -dumpfullversion); }RUNS=$runs."
	awk -v spin="$spin" '
		function ratio(a, b) { return a && b && (a < b ? a : b) >= 0.1 ? sprintf("%.1f", a / b) : "-" }
		{
			row = $1 " | " $2; t = $5 > 0.01 ? $5 : 0.01
			if (!(row in cpu)) rows[++n] = row
			if (!($1 in known)) { known[$1]; names[++m] = $1 }
			if (!(row in cpu) || t < cpu[row]) { c[row] = $3; e[row] = $4; cpu[row] = t; kb[row] = $6 }
		}
		END {
			print "\n| model | tool | configurations | events | CPU s | MB | B/configuration | million configurations per CPU s |"
			print "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
			for (i = 1; i <= n; i++) {
				row = rows[i]; none = c[row] < 100000 || row ~ /symbolic/
				printf "| %s | %s | %s | %.2f | %.0f | %s | %s |\n", row, c[row], e[row], cpu[row], kb[row] / 1024,
					none ? "-" : sprintf("%.0f", kb[row] * 1024 / c[row]), none ? "-" : sprintf("%.2f", c[row] / cpu[row] / 1e6)
			}
			if (!spin) exit
			print "\nCPU seconds of SPIN, divided by those of interrex (-: one of them needs less than 0.1 s, or was not run):\n"
			print "| model | SPIN / interrex | SPIN/reduced / interrex/confluent | SPIN / interrex/symbolic |"
			print "| --- | ---: | ---: | ---: |"
			for (i = 1; i <= m; i++) {
				of = names[i] " | "; theirs = cpu[of "SPIN"] + cpu[of "SPIN/bfs"]
				if (theirs) printf "| %s | %s | %s | %s |\n", names[i], ratio(theirs, cpu[of "interrex"]),
					ratio(cpu[of "SPIN/reduced"], cpu[of "interrex/confluent"]), ratio(theirs, cpu[of "interrex/symbolic"])
			}
		}' "$build/rows"
}

# write_page replaces what stands on the page between the lines that name this script.
write_page() {
	awk -v tables="$build/tables" '
		/^<!-- run.sh ends/ { inside = 0; marks++ }
		!inside { print }
		/^<!-- run.sh begins/ { inside = 1; marks++; print ""; while ((getline line < tables) > 0) print line; print "" }
		END { exit marks != 2 }' "$page" >"$build/page" || fail "$page lacks the lines between which the tables stand"
	cp "$build/page" "$page"
}

# each LIST DO ARGUMENT... reads the wanted lines of a list, and calls DO for each of them.
each() {
	local lines line
	mapfile -t lines < <("$1")
	for line in "${lines[@]}"; do
		case $1 in
		ours) read -r name key size engine workers <<<"$line" ;;
		*) read -r name key less size order model slots defines <<<"$line" ;;
		esac
		[ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $name "* ]] || continue
		echo "run.sh: $2 $name" >&2
		"$2"
	done
}
smaller_levels() { descend "$less"; }
compare_levels() { descend "$size"; }

only=("$@")
for name in "${only[@]}"; do
	{ both; levels; ours; } | awk -v name="$name" '$1 == name { found = 1 } END { exit !found }' ||
		fail "no model $name; there are $({ both; levels; ours; } | awk '!known[$1]++ { printf "%s%s", sep, $1; sep = " " }')" 2
done
[[ $runs =~ ^[0-9]+$ ]] || fail "RUNS=$runs is not a number" 2
command -v go >/dev/null || fail "go is missing" 2
[ -x /usr/bin/time ] || fail "/usr/bin/time is missing: apt-get install time" 2
for tool in spin gcc; do
	command -v "$tool" >/dev/null || { echo "run.sh: $tool is missing, so there are no rows of SPIN, and the page is not written: apt-get install spin gcc" >&2; spin=; }
done
trap stop INT TERM
rm -rf "$build"
mkdir -p "$build"
(cd "$here/../.." && go test -c -o "$build/checker.test" ./checker && go build -o "$build/interrex" ./cmd/interrex)
load=$(cut -d' ' -f1 /proc/loadavg)
if [ -n "$spin" ]; then
	each both smaller
	each levels smaller_levels
fi
for ((run = 1; run <= runs; run++)); do
	each both compare
	each levels compare_levels
	each ours alone
done
[ "$runs" -gt 0 ] || exit 0
tables | tee "$build/tables"
if [ -n "$spin" ] && [ ${#only[@]} -eq 0 ]; then
	write_page
fi
