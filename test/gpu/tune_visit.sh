#!/bin/bash
# Tuning on a machine that has a GPU and nvcc but no LLVM, with one of the
# samples: once by the time that the program prints, once by timed launches.
#
#   test/gpu/tune_visit.sh make FOLDER     here: makes FOLDER
#   FOLDER/visit.sh                        there: builds, runs, measures
#   test/gpu/tune_visit.sh import FOLDER   here again, with the FOLDER brought
#                                          back: tables, FOLDER/*.json, *.html
#
# TOOL is the program (build/bin/pipeline-rewrite), SAMPLE a name in
# test/samples (sgemm_register_tiled), SIZE that of the matrices (2048),
# ROUNDS how often each candidate is timed (7), COMPILE the compiler's command
# without files (nvcc -std=c++17 -O3 -arch=native).
set -euo pipefail
usage() { sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
[[ $# == 2 && ($1 == make || $1 == import) ]] || usage
action=$1
mkdir -p "$2" && folder=$(cd "$2" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tool=${TOOL:-build/bin/pipeline-rewrite}
source=test/samples/${SAMPLE:-sgemm_register_tiled}.cu
size=${SIZE:-2048}
build="${COMPILE:-nvcc -std=c++17 -O3 -arch=native} {src} -o {exe}"
run="{exe} --m $size --n $size --k $size"

case $action in
  make)
    "$tool" tune "$source" --build="$build" --run="$run --time 20" --rounds="${ROUNDS:-7}" \
      --metric='^TIME [^ ]+ [^ ]+ median_ms=([0-9.e+-]+).*' --bundle="$folder/printed"
    "$tool" tune "$source" --build="$build {timer}" --run="$run" --rounds="${ROUNDS:-7}" \
      --bundle="$folder/launches"
    cat > "$folder/visit.sh" <<'END'
#!/bin/bash
cd "$(dirname "${BASH_SOURCE[0]}")" && printed/run.sh && launches/run.sh
END
    chmod +x "$folder/visit.sh"
    echo "now run $folder/visit.sh on a machine with a GPU"
    ;;
  import)
    for way in printed launches; do
      "$tool" tune "$source" --import="$folder/$way/results.json" --export=json > "$folder/$way.json"
      "$tool" tune "$source" --import="$folder/$way/results.json" --export=html --quiet \
        > "$folder/$way.html"
    done
    ;;
esac
