# complete.bash SCRIPT WORD...: what the completion offers for the last word,
# one a line, with the words split as readline splits them.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_pipeline_rewrite
printf '%s\n' "${COMPREPLY[@]}"
