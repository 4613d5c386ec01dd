#compdef rwa-batch
# Completion of rwa-batch for zsh, made by: rwa-batch completion zsh
_rwa_batch() {
  local -a found=("${(@f)$(${~words[1]} __complete "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  if [[ $found[1] == :files ]]; then compset -P '--*='; _files; return; fi
  found=("${(@)${(@)found//:/\\:}/$'\t'/:}")
  [[ -n $found[1] ]] && _describe 'rwa-batch' found
}
# Both as a file in $fpath and by eval.
if [[ "${funcstack[1]}" == _rwa-batch ]]; then _rwa_batch "$@"; else compdef _rwa_batch rwa-batch; fi
