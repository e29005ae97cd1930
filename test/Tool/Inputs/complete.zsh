# complete.zsh FOLDER WORD: types "pipeline-rewrite WORD" and a tab into a shell
# whose functions are in FOLDER, and prints the line that stands there then.
zmodload zsh/zpty
zpty shell "TERM=dumb PS1= zsh -f -i"
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste 2>/dev/null; show() { print -r -- \"LINE:\$BUFFER\"; zle kill-whole-line }; zle -N show; bindkey '^X' show; PS1=; print READY"
typeset answer
zpty -r -m shell answer "*READY*READY*"
zpty -w -n shell "pipeline-rewrite $2"$'\t\x18'
zpty -r -m shell answer "*LINE:*"$'\n'"*"
print -r -- ${${answer##*LINE:}%%$'\r'*}
zpty -d shell
