#!/bin/bash
# Builds the candidates of this folder and runs them in turn, round after round.
#
#   ./run.sh [RESULTS]      default: results.json beside this script
#
# Interrupted, it goes on where it stopped when it is started again; remove the
# folder out/ to measure afresh. Needs bash, coreutils, and what the commands in
# settings.sh need. Take RESULTS back to where the bundle was made:
#
#   pipeline-rewrite tune FILE --import=RESULTS
set -u
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
results=${1:-$here/results.json}
# The commands change the folder.
[[ $results == /* ]] || results=$PWD/$results
. "$here/settings.sh" || exit 2
out=$here/out
mkdir -p "$out" || exit 2
export TIMER=$here/launch_timer.cu PLAIN=$out/plain.0.out
export -f build_one run_one
declare -F check_one > /dev/null && export -f check_one

say() { printf '%s %s\n' "$(date +%T)" "$1" >&2; }

# Runs a function for a candidate unless that is done; its traces are
# out/NAME.STEP.{status,out,err,times}.
step() { # function candidate step
  local base=$out/$2.$3 status
  [[ -f $base.status ]] && return
  rm -f "$base.times"
  export EXE=$out/$2.exe OUTPUT=$out/$2.0.out PIPELINE_REWRITE_TIMES=$base.times
  (cd "$here/source/$2" && exec timeout -k 5 "$TIMEOUT" bash -c "$1") \
    > "$base.out" 2> "$base.err" < /dev/null
  status=$?
  if [[ $1 == build_one && $status == 0 && ! -e $EXE ]]; then
    echo 'no {exe} was made' >> "$base.err"
    status=1
  fi
  echo "$status" > "$base.status"
  say "$2 $3: exit $status"
}

# Whether nothing of a candidate has failed so far.
sound() { # candidate
  ! cat "$out/$1".*.status 2>/dev/null | grep -qvx 0
}

trap 'wait; echo "interrupted; ./run.sh goes on from here" >&2; exit 130' INT TERM
# Side by side: no time is taken yet.
for name in "${CANDIDATES[@]}"; do
  while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n; done
  step build_one "$name" build &
done
wait
sound plain || { cat "$out/plain.build.err" >&2; exit 1; }
# Round 0 is not timed: what it prints is compared.
for ((round = 0; round <= ROUNDS; ++round)); do
  for ((i = 0; i < ${#CANDIDATES[@]}; ++i)); do
    name=${CANDIDATES[(i + round) % ${#CANDIDATES[@]}]}
    sound "$name" && step run_one "$name" "$round"
  done
  if ((round == 0)) && declare -F check_one > /dev/null; then
    for name in "${CANDIDATES[@]}"; do
      [[ $name == plain ]] || ! sound "$name" || step check_one "$name" check
    done
  fi
done

# --- RESULTS ------------------------------------------------------------------

bytes() { [[ -f $1 ]] && tail -c 100000 "$1" | base64 -w 0; }
trace() { # candidate step
  local base=$out/$1.$2
  [[ -f $base.status ]] || return
  printf '%s\n    {"candidate": "%s", "step": "%s", "status": %s, ' \
    "$comma" "$1" "$2" "$(cat "$base.status")"
  printf '"output": "%s", "errors": "%s", "launches": "%s"}' \
    "$(bytes "$base.out")" "$(bytes "$base.err")" "$(bytes "$base.times")"
  comma=,
}
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1)
{
  printf '{\n  "format": "pipeline-rewrite-tune-results", "format-version": 1,\n'
  printf '  "gpu": "%s",\n  "bundle": ' "$(printf '%s' "${gpu:-none}" | tr -d '"\\')"
  cat "$here/bundle.json"
  printf '  ,"traces": ['
  comma=''
  for name in "${CANDIDATES[@]}"; do
    trace "$name" build
    trace "$name" check
    for ((round = 0; round <= ROUNDS; ++round)); do trace "$name" "$round"; done
  done
  printf '\n  ]\n}\n'
} > "$results.unfinished" && mv "$results.unfinished" "$results" || exit 2
say "written: $results"
