# Completion of rwa-batch for bash, made by: rwa-batch completion bash
_rwa_batch() {
  local word current="${COMP_WORDS[COMP_CWORD]#=}"
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    # Bash completes file names where nothing is offered.
    if [[ $word == :files ]]; then return; fi
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done <<< "$("${1/#\~\//$HOME/}" __complete "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current" 2>/dev/null)"
  if [[ ${#COMPREPLY[@]} == 0 ]]; then compopt +o default 2>/dev/null; fi
}
complete -o default -F _rwa_batch rwa-batch
