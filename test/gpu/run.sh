#!/bin/bash
# Builds and runs the sample kernels, original and rewritten, on this machine's
# GPU. Needs bash, awk and nvcc; nothing of LLVM, no CMake.
#
#   ./run.sh [options] [FOLDER...]
#
# Always: compiles every NAME.orig.cu and NAME.FORM.cu, runs the default cases
# with several seeds and the size 512x512x512, compares the outputs bit for bit
# with the original's and with a CPU reference.
#
#   --big            also 4096x4096x4096 (and times that size)
#   --time [R]       time every form, interleaved, R launches a round (20), and
#                    the compute-only and load-only twins, whose results are
#                    wrong: what was there to hide, and how much of it is hidden
#   --size N         time NxNxN instead
#   --rounds R       rounds of timing (3)
#   --sanitize       compute-sanitizer's four tools; findings must be the original's
#   --seeds N        seeds for the default cases (3)
#   --only REGEX     only these samples or forms, matched against "NAME FORM"
#   --arch sm_NN     instead of the GPU's own
#   --jobs N         compilations side by side (all cores)
#   --out FOLDER     programs, logs and results.json (out, beside this script)
#   FOLDER...        more pairs NAME.orig.cu, NAME.FORM.cu. A source that does
#                    not include harness.h is run with the words of NAME.args, if
#                    there is such a file, and its whole output is compared.
#
# Exit: 0 all equal or no GPU (then every case is listed as skipped), 1 a
# difference, 2 bad usage.
set -u
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

usage() { sed -n '2,/^set -u/{/^set -u/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2; }

big=0 repeats=0 rounds=3 sanitize=0 seeds=3 only=. arch='' jobs='' size='' out=$here/out
folders=("$here")
while (($#)); do
  case $1 in
    --big) big=1 ;;
    --time) repeats=20
            if [[ ${2-} =~ ^[0-9]+$ ]]; then repeats=$2; shift; fi ;;
    --size) size=${2?}; shift ;;
    --rounds) rounds=${2?}; shift ;;
    --sanitize) sanitize=1 ;;
    --seeds) seeds=${2?}; shift ;;
    --only) only=${2?}; shift ;;
    --arch) arch=${2?}; shift ;;
    --jobs) jobs=${2?}; shift ;;
    --out) out=${2?}; shift ;;
    -*) usage ;;
    *) [[ -d $1 ]] || { echo "$1: no such folder" >&2; exit 2; }
       folders+=("$(cd "$1" && pwd)") ;;
  esac
  shift
done
mkdir -p "$out/bin" "$out/log" && out=$(cd "$out" && pwd) || exit 2
jobs=${jobs:-$(nproc)}
size=${size:-$((big ? 4096 : 512))}
# Programs that share the GPU while nothing is timed.
gpu_jobs=$((jobs < 8 ? jobs : 8))
seed_list=$(seq -s, 1 "$seeds")

# --- What there is: label, form, source ---------------------------------------
# A program is called LABEL.FORM; labels of further folders carry their name.

programs=$out/programs.tsv
rm -rf "$out/log" && mkdir -p "$out/log"
for folder in "${folders[@]}"; do
  prefix=''
  [[ $folder == "$here" ]] || prefix=$(basename "$folder")-
  for original in "$folder"/*.orig.cu; do
    [[ -e $original ]] || continue
    name=$(basename "$original" .orig.cu)
    printf '%s\torig\t%s\n' "$prefix$name" "$original"
    for source in "$folder/$name".*.cu; do
      form=${source#"$folder/$name."} form=${form%.cu}
      [[ $form == orig || $form == *.* ]] && continue
      printf '%s\t%s\t%s\n' "$prefix$name" "$form" "$source"
    done
  done
done | awk -F'\t' -v only="$only" '$2 == "orig" || ($1 " " $2) ~ only' > "$programs.all"
# Originals without a selected form go only if they are not named themselves.
awk -F'\t' -v only="$only" 'NR == FNR { if ($2 != "orig") has[$1]; next }
  $2 != "orig" || ($1 in has) || ($1 " " $2) ~ only' "$programs.all" "$programs.all" > "$programs"
rm "$programs.all"
[[ -s $programs ]] || { echo "nothing to run matches '$only'" >&2; exit 2; }

# Twins are only timed.
if ((repeats == 0)); then
  awk -F'\t' '$2 !~ /^(compute|load)-only$/' "$programs" > "$programs.all"
  mv "$programs.all" "$programs"
fi

# --- The machine --------------------------------------------------------------

nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader -i 0 2>/dev/null) || gpu=''
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader -i 0 2>/dev/null) || driver=''
if [[ -z $arch && -n $gpu ]]; then
  arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader -i 0 | tr -dc 0-9)
fi
cuda=''
[[ -n $nvcc ]] && cuda=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')

missing=''
[[ -n $nvcc ]] || missing='nvcc not found'
[[ -n $gpu ]] || missing='no GPU: nvidia-smi finds none'

json_string() { printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g'; }
json_head() {
  printf '{\n  "gpu": "%s", "driver": "%s", "arch": "%s", "cuda": "%s",\n' \
    "$(json_string "$gpu")" "$(json_string "$driver")" "$arch" "$cuda"
  printf '  "date": "%s", "seeds": %d, "big": %s,\n' \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$seeds" "$( ((big)) && echo true || echo false)"
}

if [[ -n $missing ]]; then
  { json_head; printf '  "skipped": "%s",\n  "results": [' "$missing"; } > "$out/results.json"
  comma=''
  while IFS=$'\t' read -r label form source; do
    echo "SKIP $label $form ($missing)"
    printf '%s\n    {"sample": "%s", "form": "%s", "verdict": "skipped"}' \
      "$comma" "$label" "$form" >> "$out/results.json"
    comma=,
  done < "$programs"
  printf '\n  ]\n}\n' >> "$out/results.json"
  echo "$(wc -l < "$programs") programs skipped: $missing"
  exit 0
fi
echo "$gpu, $arch, driver $driver, CUDA $cuda"

# --- Compile ------------------------------------------------------------------

compile_one() { # label form source
  local bin=$out/bin/$1.$2 log=$out/log/$1.$2.compile
  local stamp; stamp="$arch $cuda $(cat "$3" "$(dirname "$3")"/*.h "$here"/*.h 2>/dev/null | cksum)"
  [[ -x $bin && -f $bin.stamp && $(cat "$bin.stamp") == "$stamp" ]] && return
  rm -f "$bin"
  "$nvcc" -std=c++17 -O3 -arch="$arch" -lineinfo -I "$(dirname "$3")" -I "$here" "$3" -o "$bin" \
    > "$log" 2>&1 && echo "$stamp" > "$bin.stamp"
}

# Runs a function on every program, so many at a time.
for_each() { # function jobs
  tr '\n' '\t' < "$programs" | tr '\t' '\0' | xargs -0 -n 3 -P "$2" bash -c "$1"' "$@"' _
}

# --- Run ----------------------------------------------------------------------

uses_harness() { grep -q '"harness.h"' "$1"; }
is_twin() { [[ $1 == compute-only || $1 == load-only ]]; }

# Sizes beyond the default cases. K is always the extent of the tiled loop.
size_flags() { # label size
  local m=$2 n=$2 k=$2
  if (($2 > 512)); then
    case $1 in
      fir_filter) m=4194304 n=1 k=512 ;;
      nbody) m=65536 n=1 k=16384 ;;
      lora_gemv) n=64 ;;
      attention_*) n=1024 ;;
      spmm_ell) n=512 ;;
    esac
  fi
  echo "--m $m --n $n --k $k"
}

# shellcheck disable=SC2046,SC2086 # the words of sizes and arguments are meant to split
run_one() { # label form source
  local bin=$out/bin/$1.$2 log=$out/log/$1.$2.run words=''
  [[ -x $bin ]] && ! is_twin "$2" || return 0
  {
    if uses_harness "$3"; then
      timeout 300 "$bin" --all --seed "$seed_list" || echo "EXIT $? default cases"
      timeout 300 "$bin" $(size_flags "$1" 512) || echo "EXIT $? size 512"
      ((big == 0)) || timeout 300 "$bin" $(size_flags "$1" 4096) || echo "EXIT $? size 4096"
    else
      [[ -f ${3%."$2".cu}.args ]] && words=$(cat "${3%."$2".cu}.args")
      timeout 300 "$bin" $words || echo "EXIT $?"
    fi
  } > "$log" 2>&1
}

sanitize_one() { # label form source
  local bin=$out/bin/$1.$2 tool
  [[ -x $bin ]] && uses_harness "$3" && ! is_twin "$2" || return 0
  for tool in memcheck racecheck initcheck synccheck; do
    timeout 600 compute-sanitizer --tool "$tool" "$bin" --all > "$out/log/$1.$2.$tool" 2>&1
  done
}

# shellcheck disable=SC2046
time_one() { # label form source
  local bin=$out/bin/$1.$2
  [[ -x $bin ]] && uses_harness "$3" || return 0
  timeout 300 "$bin" $(size_flags "$1" "$size") --time "$repeats" --no-check \
    2>/dev/null | grep '^TIME' >> "$out/log/$1.$2.time"
}

export -f compile_one run_one sanitize_one size_flags uses_harness is_twin
export out here nvcc arch cuda seed_list big

phase() { printf '%s %s\n' "$(date +%T)" "$1" >&2; }
phase "compiling $(wc -l < "$programs") programs, $jobs at a time"
for_each compile_one "$jobs"
phase "running"
for_each run_one "$gpu_jobs"
sanitizer=''
if ((sanitize)); then
  if ! command -v compute-sanitizer > /dev/null; then
    echo "SKIP sanitize (compute-sanitizer not found)"
  else
    phase "compute-sanitizer, four tools"
    for_each sanitize_one "$gpu_jobs"
    sanitizer=1
  fi
fi
if ((repeats)); then
  # Interleaved: what disturbs the machine for a while disturbs all forms.
  for ((round = 1; round <= rounds; ++round)); do
    phase "timing, round $round of $rounds"
    while IFS=$'\t' read -r label form source; do
      time_one "$label" "$form" "$source"
    done < "$programs"
  done
fi

# --- Verdicts -----------------------------------------------------------------

# The kinds of findings of one sanitizer log, without addresses and places.
findings() { # log
  if grep -qi 'device not supported\|internal sanitizer error' "$1"; then
    echo "unsupported"
  else
    sed -n 's/^=========  *//p' "$1" |
      grep -E '^(Error|Warning|Invalid|Uninitialized|Barrier|Divergent|Race|Potential|Program)' |
      sed -E 's/ at .*//; s/0x[0-9a-f]+//g; s/[0-9]+/N/g' | sort -u
  fi
}

# Compares the results of one program with the original's: verdict, detail.
judge() { # label form source
  local base=$out/log/$1 own=$out/log/$1.$2 text
  if [[ ! -x $out/bin/$1.$2 ]]; then
    printf 'FAIL\tdoes not compile: %s' "$(grep -m1 -i error "$own.compile" | cut -c1-200)"
    return
  fi
  if is_twin "$2"; then
    if [[ -s $own.time ]]; then printf 'ok\ttimed only'; else printf 'FAIL\tno time'; fi
    return
  fi
  if grep -q '^EXIT' "$own.run" || grep -q ' BAD$' "$own.run"; then
    text=$(grep -m1 -E ' BAD$' "$own.run" || grep -v -m1 -E '^(CASE|SKIP)' "$own.run")
    printf 'FAIL\t%s' "$(printf '%s' "$text" | tr '\t\n' '  ' | cut -c1-200)"
    return
  fi
  if [[ $2 != orig ]]; then
    text=$(diff <(grep -v '^TIME' "$base.orig.run") <(grep -v '^TIME' "$own.run") | grep -m1 '^>')
    if [[ -n $text ]] || ! diff -q <(grep -v '^TIME' "$base.orig.run") \
        <(grep -v '^TIME' "$own.run") > /dev/null; then
      printf 'FAIL\tdiffers from the original: %s' "$text"
      return
    fi
  fi
  if [[ -n $sanitizer && -f $own.memcheck ]]; then
    local tool new text=
    for tool in memcheck racecheck initcheck synccheck; do
      if [[ $2 == orig ]]; then
        new=$(findings "$own.$tool" | head -1)
        [[ -n $new ]] && text+="${text:+; }$tool: $new"
      else
        new=$(comm -13 <(findings "$base.orig.$tool") <(findings "$own.$tool") | head -1)
        if [[ -n $new ]]; then
          printf 'FAIL\t%s finds: %s' "$tool" "$new"
          return
        fi
      fi
    done
    [[ -n $text ]] && { printf 'ok\t%s' "$text"; return; }
  fi
  printf 'ok\t'
}

# Lines "KERNEL DIMS median min spread gflops" of one program, median over rounds.
times_of() { # label form
  [[ -f $out/log/$1.$2.time ]] || return 0
  sed -E 's/[a-z_]+=//g' "$out/log/$1.$2.time" | awk '
    { key = $2 " " $3; n[key]++; m[key, n[key]] = $4
      if (n[key] == 1 || $5 < low[key]) low[key] = $5
      if ($6 > spread[key]) spread[key] = $6
      work = $4 * $7; flops[key] = work; if (n[key] == 1) order[++keys] = key }
    END { for (i = 1; i <= keys; ++i) { key = order[i]
        for (a = 1; a < n[key]; ++a) for (b = a + 1; b <= n[key]; ++b)
          if (m[key, b] < m[key, a]) { t = m[key, a]; m[key, a] = m[key, b]; m[key, b] = t }
        mid = m[key, int((n[key] + 1) / 2)]
        printf "%s %.6g %.6g %.3f %.6g\n", key, mid, low[key], spread[key], flops[key] / mid } }'
}

results=$out/results.tsv
: > "$results"
phase "judging"
while IFS=$'\t' read -r label form source; do
  verdict=$(judge "$label" "$form" "$source")
  cases=0 maxerr=0
  if [[ -f $out/log/$label.$form.run ]]; then
    cases=$(grep -c '^CASE' "$out/log/$label.$form.run")
    maxerr=$(sed -n 's/^CASE.*maxerr=\([^ ]*\).*/\1/p' "$out/log/$label.$form.run" |
      sort -g | tail -1)
  fi
  printf '%s\t%s\t%s\t%s\t%s\n' "$label" "$form" "$cases" "${maxerr:-0}" "$verdict" >> "$results"
done < "$programs"

printf '\n%-28s %-22s %6s %10s  %s\n' sample form cases maxerr result
awk -F'\t' '{ printf "%-28s %-22s %6s %10s  %s%s\n",
  $1, $2, $3, $4, $5, ($6 == "" ? "" : "  " $6) }' "$results"
if ((repeats)); then
  row='%-34s %-18s %-22s %11s %8s %8s %10s\n'
  # shellcheck disable=SC2059
  printf "\n$row" kernel size form 'median ms' speed-up spread GFLOP/s
  while IFS=$'\t' read -r label form source; do
    times_of "$label" "$form" | while read -r kernel dims median _ spread gflops; do
      base=$(times_of "$label" orig | awk -v k="$kernel" '$1 == k { print $3 }')
      speedup=$(awk -v a="${base:-0}" -v b="$median" 'BEGIN { printf "x%.3f", a / b }')
      # shellcheck disable=SC2059
      printf "$row" "$kernel" "$dims" "$form" "$median" "$speedup" "$spread" "$gflops"
    done
  done < "$programs"
fi

# Kernels with both twins: the greater of their times is what a loop needs whose
# loads, or whose computation, are hidden completely.
left_to_hide() {
  while IFS=$'\t' read -r label form source; do
    times_of "$label" "$form" | while read -r kernel dims median _; do
      printf '%s %s %s %s\n' "$kernel" "$dims" "$form" "$median"
    done
  done < "$programs" | awk '
    { key = $1 " " $2; if (!(key in seen)) { seen[key]; order[++n] = key } }
    $3 == "orig" { orig[key] = $4; next }
    $3 == "compute-only" { compute[key] = $4; next }
    $3 == "load-only" { load[key] = $4; next }
    !(key in best) || $4 < best[key] { best[key] = $4; form[key] = $3 }
    END { for (i = 1; i <= n; ++i) { key = order[i]
        if (!(key in orig) || !(key in compute) || !(key in load)) continue
        bound = compute[key] > load[key] ? compute[key] : load[key]
        split(key, name, " ")
        share = "-"
        if (!(key in best)) best[key] = form[key] = "-"
        else if (orig[key] > bound)
          share = sprintf("%.0f%%", 100 * (orig[key] - best[key]) / (orig[key] - bound))
        printf "%s %s %s %s %s %s %s %s\n", name[1], name[2], orig[key], compute[key],
          load[key], best[key], form[key], share } }'
}
if ((repeats)); then
  left_to_hide > "$out/left.txt"
  row='%-34s %-18s %10s %13s %10s %10s %-20s %7s\n'
  # shellcheck disable=SC2059
  [[ ! -s $out/left.txt ]] ||
    printf "\n$row" kernel size 'orig ms' 'compute-only' 'load-only' 'best' form hidden
  while read -r kernel dims orig compute load best form share; do
    # shellcheck disable=SC2059
    printf "$row" "$kernel" "$dims" "$orig" "$compute" "$load" "$best" "$form" "$share"
  done < "$out/left.txt"
fi
if [[ -f $here/manifest.tsv ]]; then
  printf '\nForms without a program of their own:\n'
  awk -F'\t' -v only="$only" '$3 != "accepted" && ($1 " " $2) ~ only {
    printf "%-28s %-22s %s %s\n", $1, $2, $3, $4 }' "$here/manifest.tsv"
fi

# --- results.json -------------------------------------------------------------

{
  json_head
  printf '  "results": ['
  comma=''
  while IFS=$'\t' read -r label form cases maxerr verdict detail; do
    printf '%s\n    {"sample": "%s", "form": "%s", "verdict": "%s", "cases": %s, "maxerr": "%s",' \
      "$comma" "$label" "$form" "$verdict" "$cases" "$maxerr"
    printf ' "detail": "%s", "times": [' "$(json_string "$detail")"
    times_of "$label" "$form" | awk '{
      printf "%s{\"kernel\": \"%s\", \"size\": \"%s\", \"median_ms\": %s, ",
        (NR > 1 ? ", " : ""), $1, $2, $3
      printf "\"min_ms\": %s, \"spread\": %s, \"gflops\": %s}", $4, $5, $6 }'
    printf ']}'
    comma=,
  done < "$results"
  printf '\n  ],\n  "forms": ['
  [[ -f $here/manifest.tsv ]] && sed 's/\\/\\\\/g; s/"/\\"/g' "$here/manifest.tsv" | awk -F'\t' '{
    printf "%s\n    {\"sample\": \"%s\", \"form\": \"%s\", \"status\": \"%s\", \"detail\": \"%s\"}",
      (NR > 1 ? "," : ""), $1, $2, $3, $4 }'
  printf '\n  ]\n}\n'
} > "$out/results.json"

failed=$(awk -F'\t' '$5 == "FAIL"' "$results" | wc -l)
total=$(wc -l < "$results")
phase "done"
echo
echo "$((total - failed)) of $total programs ok, $failed failed; details in $out/results.json"
((failed == 0))
