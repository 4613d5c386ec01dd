import { listOptions, listOuter, listTopCommands } from './completion-scripts.ts'
import type { CompletedCommand } from './completion-words.ts'

/**
 * For PowerShell 5.1 and newer. Where nothing is offered, PowerShell completes the names of files by itself, after an
 * option with a free value too.
 */
export function toPowerShellScript(commands: readonly CompletedCommand[]): string[] {
  const valued = listOptions(commands).filter(({ takesValue }) => takesValue)
  const top = listTopCommands(commands).map(({ name, about }) => describe(name, about))
  return [
    '# Completion of rwa-batch for PowerShell, made by: rwa-batch completion pwsh',
    'Register-ArgumentCompleter -Native -CommandName rwa-batch -ScriptBlock {',
    '  param($current, $line, $cursor)',
    '  # The command before the cursor, and how many words of its own it has.',
    `  $valued = ${list(valued.flatMap(({ names }) => names))}`,
    `  $outer = ${list(listOuter(commands))}`,
    '  $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } |',
    '    Select-Object -Skip 1 | ForEach-Object { $_.ToString() })',
    "  $command = ''; $count = 0; $option = ''",
    '  foreach ($each in $before) {',
    "    if ($option) { $option = '' }",
    '    elseif ($valued -ccontains $each) { $option = $each }',
    "    elseif ($each.StartsWith('-')) { }",
    "    elseif ($command -eq '') { $command = $each }",
    '    elseif ($outer -ccontains $command) { $command = "$command $each" }',
    '    else { $count++ }',
    '  }',
    '  $found = if ($option) {',
    '    switch -CaseSensitive ($option) {',
    ...valued.flatMap(({ names, value }) =>
      typeof value === 'object' ? names.map((name) => `      ${quote(name)} { ${list(value)} }`) : [],
    ),
    '    }',
    "  } elseif ($current.StartsWith('-')) {",
    '    switch -CaseSensitive ($command) {',
    ...commands.map(({ name, options }) => {
      const described = options.flatMap(({ names, about }) => names.map((each) => describe(each, about)))
      return `      ${quote(name)} { ${list(described)} }`
    }),
    `      '' { ${list(['--help', '--version'])} }`,
    '    }',
    '  } else {',
    "    switch -CaseSensitive ($command + ':' + $count) {",
    `      ':0' { ${list(top)} }`,
    ...commands.flatMap(({ name, words }) =>
      words.flatMap((choice, at) =>
        typeof choice === 'object' ? `      ${quote(`${name}:${at}`)} { ${list(choice)} }` : [],
      ),
    ),
    '    }',
    '  }',
    '  $found | Where-Object { $_ -and $_.StartsWith($current) } | ForEach-Object {',
    "    $text, $about = $_ -split '\\|', 2",
    '    if (-not $about) { $about = $text }',
    "    [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $about)",
    '  }',
    '}',
  ]
}

function describe(name: string, about: string): string {
  return `${name}|${about}`
}

function list(texts: readonly string[]): string {
  return `@(${texts.map(quote).join(', ')})`
}

/** PowerShell reads typographic quotes as quotes. */
function quote(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`
}
