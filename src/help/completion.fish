# Completion of rwa-batch for fish, made by: rwa-batch completion fish
function __rwa_batch_complete
  set -l words (string replace -r '^~/' ~/ -- (commandline -opc))
  set -l current (commandline -ct)
  set -l found ($words[1] __complete $words[2..] "$current" 2>/dev/null)
  if test "$found" != :files; string join \n -- $found; return; end
  set -l assigned (string match -r '^--[^=]+=' -- "$current")
  __fish_complete_path (string replace -- "$assigned" '' "$current") | string replace -r -- '^' "$assigned"
end
complete -c rwa-batch -f -a '(__rwa_batch_complete)'
