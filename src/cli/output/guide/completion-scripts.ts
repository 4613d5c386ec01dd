import type { CompletedCommand, CompletedOption, WordChoice } from './completion-words.ts'

// The scripts know everything beforehand: starting the program for each press of the tabulator would take too long.

/** Options of all commands by name: one flag is the same setting everywhere. */
export function listOptions(commands: readonly CompletedCommand[]): CompletedOption[] {
  const byName = new Map(commands.flatMap(({ options }) => options.map((option) => [option.names.join(), option])))
  return [...byName.values()]
}

interface ValueKinds {
  files: string
  any: string
  choices: readonly { names: string; words: string }[]
  /** Options that take a value. */
  all: string
}

/** As alternatives of a `case`. */
function sortValues(commands: readonly CompletedCommand[]): ValueKinds {
  const valued = listOptions(commands).filter(({ takesValue }) => takesValue)
  const join = (options: readonly CompletedOption[]): string => options.flatMap(({ names }) => names).join('|')
  return {
    files: join(valued.filter(({ value }) => value === 'files')),
    any: join(valued.filter(({ value }) => value === undefined)),
    choices: valued.flatMap(({ names, value }) =>
      typeof value === 'object' ? { names: names.join('|'), words: value.join(' ') } : [],
    ),
    all: join(valued),
  }
}

/** Commands with others in them: `ledger`. */
export function listOuter(commands: readonly CompletedCommand[]): string[] {
  return [...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? (name.split(' ')[0] ?? []) : [])))]
}

/** The part that bash and zsh share: the command before the cursor, and how many words of its own it has. */
function findCommand(
  commands: readonly CompletedCommand[],
  { from, words, end }: { from: number; words: string; end: string },
): string[] {
  return [
    '  local word command= skip=',
    '  local -i i count=0',
    `  for ((i = ${from}; i < ${end}; i++)); do`,
    `    word="\${${words}[i]}"`,
    '    if [[ -n $skip ]]; then skip=; continue; fi',
    '    case "$word" in',
    `      ${sortValues(commands).all}) skip=1; continue ;;`,
    '      -*) continue ;;',
    '    esac',
    '    case "$command" in',
    '      "") command="$word" ;;',
    `      ${listOuter(commands).join('|')}) command="$command $word" ;;`,
    '      *) count+=1 ;;',
    '    esac',
    '  done',
  ]
}

export function listTopCommands(commands: readonly CompletedCommand[]): CompletedCommand[] {
  return commands.filter(({ name }) => !name.includes(' '))
}

export function toBashScript(commands: readonly CompletedCommand[]): string[] {
  const { files, any, choices } = sortValues(commands)
  const give = (words: string): string => `COMPREPLY=($(compgen -W ${quote(words)} -- "$cur"))`
  return [
    '# Completion of rwa-batch for bash, made by: rwa-batch completion bash',
    '_rwa_batch() {',
    `  local cur="\${COMP_WORDS[COMP_CWORD]}"`,
    ...findCommand(commands, { from: 1, words: 'COMP_WORDS', end: 'COMP_CWORD' }),
    '  # An empty answer leaves the word to the file names of bash.',
    '  COMPREPLY=()',
    `  case "\${COMP_WORDS[COMP_CWORD - 1]}" in`,
    `    ${files}) return ;;`,
    ...choices.map(({ names, words }) => `    ${names}) ${give(words)}; return ;;`),
    `    ${any}) compopt +o default 2>/dev/null; return ;;`,
    '  esac',
    '  if [[ "$cur" == -* ]]; then',
    '    case "$command" in',
    ...commands.map(({ name, options }) => `      ${quote(name)}) ${give(optionNames(options))} ;;`),
    `      "") ${give('--help --version')} ;;`,
    '    esac',
    '    return',
    '  fi',
    '  case "$command:$count" in',
    `    :0) ${give(
      listTopCommands(commands)
        .map(({ name }) => name)
        .join(' '),
    )} ;;`,
    ...commands.flatMap(({ name, words }) =>
      words.flatMap((choice, at) =>
        typeof choice === 'object' ? `    ${quote(`${name}:${at}`)}) ${give(choice.join(' '))} ;;` : [],
      ),
    ),
    ...listFilePositions(commands).map((position) => `    ${quote(position)}) ;;`),
    '    *) compopt +o default 2>/dev/null ;;',
    '  esac',
    '}',
    'complete -o default -F _rwa_batch rwa-batch',
  ]
}

export function toZshScript(commands: readonly CompletedCommand[]): string[] {
  const { files, any, choices } = sortValues(commands)
  const describe = (pairs: readonly (readonly [string, string])[]): string =>
    `found=(${pairs.map(([name, about]) => quote(`${name}:${about}`)).join(' ')})`
  return [
    '#compdef rwa-batch',
    '# Completion of rwa-batch for zsh, made by: rwa-batch completion zsh',
    '_rwa_batch() {',
    ...findCommand(commands, { from: 2, words: 'words', end: 'CURRENT' }),
    '  local -a found',
    `  case "\${words[CURRENT - 1]}" in`,
    `    (${files}) _files; return ;;`,
    ...choices.map(({ names, words }) => `    (${names}) compadd -- ${words}; return ;;`),
    `    (${any}) return 1 ;;`,
    '  esac',
    `  if [[ "\${words[CURRENT]}" == -* ]]; then`,
    '    case "$command" in',
    ...commands.map(
      ({ name, options }) =>
        `      (${quote(name)}) ${describe(options.flatMap(({ names, about }) => names.map((each) => [each, about] as const)))} ;;`,
    ),
    `      ("") ${describe([
      ['--help', 'help of all commands'],
      ['--version', 'the version'],
    ])} ;;`,
    '    esac',
    '    _describe -o option found',
    '    return',
    '  fi',
    '  case "$command:$count" in',
    `    (:0) ${describe(listTopCommands(commands).map(({ name, about }) => [name, about] as const))}; _describe command found ;;`,
    ...commands.flatMap(({ name, words }) =>
      words.flatMap((choice, at) => {
        if (choice === undefined) return []
        return `    (${quote(`${name}:${at}`)}) ${choice === 'files' ? '_files' : `compadd -- ${choice.join(' ')}`} ;;`
      }),
    ),
    '    (*) return 1 ;;',
    '  esac',
    '}',
    '# Both as a file in $fpath and by eval.',
    `if [[ "\${funcstack[1]}" == _rwa-batch ]]; then _rwa_batch "$@"; else compdef _rwa_batch rwa-batch; fi`,
  ]
}

export function toFishScript(commands: readonly CompletedCommand[]): string[] {
  const { all } = sortValues(commands)
  const add = (condition: string, ...rest: readonly string[]): string =>
    ['complete -c rwa-batch -n', quote(condition), ...rest].join(' ')
  return [
    '# Completion of rwa-batch for fish, made by: rwa-batch completion fish',
    '# The command before the cursor, and how many words of its own it has.',
    'function __rwa_batch_position',
    '  set -l command ""',
    '  set -l count 0',
    '  set -l skip 0',
    '  for word in (commandline -opc)[2..]',
    '    if test $skip = 1; set skip 0; continue; end',
    '    switch $word',
    `      case ${all.replaceAll('|', ' ')}; set skip 1; continue`,
    "      case '-*'; continue",
    '    end',
    '    switch $command',
    '      case ""; set command $word',
    `      case ${listOuter(commands).join(' ')}; set command "$command $word"`,
    '      case "*"; set count (math $count + 1)',
    '    end',
    '  end',
    '  echo "$command:$count"',
    'end',
    'function __rwa_batch_at; test (__rwa_batch_position) = "$argv"; end',
    'function __rwa_batch_in; string match -q -- "$argv:*" (__rwa_batch_position); end',
    'complete -c rwa-batch -f',
    ...listTopCommands(commands).map(({ name, about }) => add('__rwa_batch_at :0', '-a', name, '-d', quote(about))),
    ...commands.flatMap(({ name, options, words }) => [
      ...options.map((option) => add(`__rwa_batch_in ${name}`, ...toFishOption(option))),
      ...words.flatMap((choice, at) =>
        choice === undefined ? [] : add(`__rwa_batch_at ${name}:${at}`, ...toFishValue(choice)),
      ),
    ]),
  ]
}

function toFishOption({ names, about, takesValue, value }: CompletedOption): string[] {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const given = takesValue
    ? value === 'files'
      ? ['-r', '-F']
      : ['-x', ...(value === undefined ? [] : toFishValue(value))]
    : []
  return [...flags, ...given, '-d', quote(about)]
}

function toFishValue(choice: Exclude<WordChoice, undefined>): string[] {
  return choice === 'files' ? ['-F'] : ['-a', quote(choice.join(' '))]
}

function listFilePositions(commands: readonly CompletedCommand[]): string[] {
  return commands.flatMap(({ name, words }) =>
    words.flatMap((choice, at) => (choice === 'files' ? `${name}:${at}` : [])),
  )
}

function optionNames(options: readonly CompletedOption[]): string {
  return options.flatMap(({ names }) => names).join(' ')
}

/** The same in all three shells, for a text without a backslash. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
