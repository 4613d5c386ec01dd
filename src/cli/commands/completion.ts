import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { printLines } from '../output/print.ts'

/** Each hands the words before the cursor to `__complete`, and chooses among its answers in the way of its shell. */
const scripts = {
  bash: `# Completion of rwa-batch for bash, made by: rwa-batch completion bash
_rwa_batch() {
  local word current="\${COMP_WORDS[COMP_CWORD]#=}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    # Bash completes file names where nothing is offered.
    if [[ $word == :files ]]; then return; fi
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done <<< "$("\${1/#\\~\\//$HOME/}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current" 2>/dev/null)"
  if [[ \${#COMPREPLY[@]} == 0 ]]; then compopt +o default 2>/dev/null; fi
}
complete -o default -F _rwa_batch rwa-batch`,
  zsh: `#compdef rwa-batch
# Completion of rwa-batch for zsh, made by: rwa-batch completion zsh
_rwa_batch() {
  local -a found=("\${(@f)$(\${~words[1]} __complete "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  if [[ $found[1] == :files ]]; then compset -P '--*='; _files; return; fi
  found=("\${(@)\${(@)found//:/\\\\:}/$'\\t'/:}")
  [[ -n $found[1] ]] && _describe 'rwa-batch' found
}
# Both as a file in $fpath and by eval.
if [[ "\${funcstack[1]}" == _rwa-batch ]]; then _rwa_batch "$@"; else compdef _rwa_batch rwa-batch; fi`,
  fish: `# Completion of rwa-batch for fish, made by: rwa-batch completion fish
function __rwa_batch_complete
  set -l words (string replace -r '^~/' ~/ -- (commandline -opc))
  set -l current (commandline -ct)
  set -l found ($words[1] __complete $words[2..] "$current" 2>/dev/null)
  if test "$found" != :files; string join \\n -- $found; return; end
  set -l assigned (string match -r '^--[^=]+=' -- "$current")
  __fish_complete_path (string replace -- "$assigned" '' "$current") | string replace -r -- '^' "$assigned"
end
complete -c rwa-batch -f -a '(__rwa_batch_complete)'`,
  pwsh: `# Completion of rwa-batch for PowerShell, made by: rwa-batch completion pwsh
Register-ArgumentCompleter -Native -CommandName rwa-batch -ScriptBlock {
  param($current, $line, $cursor)
  $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $rest = @($words | Select-Object -Skip 1) + $(if ($current) { $current } else { '=' })
  & $words[0] __complete @rest 2>$null | ForEach-Object {
    $text, $about = $_ -split '\\t', 2
    if ($text -eq ':files' -or -not $text.StartsWith($current)) { return }
    if (-not $about) { $about = $text }
    [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $about)
  }
}`,
}

/** `completion`: the script for a shell. */
export function printCompletion(host: Host, shell: string): ExitCode {
  printLines(host, scripts[shell as keyof typeof scripts].split('\n'))
  return 0
}
