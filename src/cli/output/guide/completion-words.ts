import type { Argument, Command, Option } from 'commander'

/** Values that can be completed: files, or one of a list; undefined for any text. */
export type WordChoice = 'files' | readonly string[] | undefined

export interface CompletedOption {
  /** `--rate`, or `-o` and `--output`. */
  names: readonly string[]
  about: string
  takesValue: boolean
  value: WordChoice
}

export interface CompletedCommand {
  /** `ledger move`. */
  name: string
  about: string
  options: readonly CompletedOption[]
  /** By position; the last one counts for all further ones. */
  words: readonly WordChoice[]
}

/** Placeholders of paths: `<file>`, `<plan.xlsx>`, `<folder>`; and of a ledger's location. */
const path = /^(?:file|folder|input|sheet|address|from|to|.+\.\w+)$/

/** All commands of the program, inner ones after their outer one. Pure. */
export function describeWords(program: Command, topics: readonly string[]): CompletedCommand[] {
  const names = program.commands.map((command) => command.name())
  return program.commands.flatMap((command) => describeCommand(command, '', [...topics, ...names]))
}

function describeCommand(command: Command, above: string, helpWords: readonly string[]): CompletedCommand[] {
  const name = `${above}${command.name()}`
  const inner = command.commands.map((each) => each.name())
  const help: CompletedOption = {
    names: ['-h', '--help'],
    about: 'help of this command',
    takesValue: false,
    value: undefined,
  }
  const words = name === 'help' ? [helpWords] : command.registeredArguments.map(describeArgument)
  return [
    {
      name,
      about: command.description(),
      options: [...command.options.filter(({ hidden }) => !hidden).map(describeOption), help],
      words: inner.length > 0 ? [inner] : words,
    },
    ...command.commands.flatMap((each) => describeCommand(each, `${name} `, helpWords)),
  ]
}

function describeOption({ long, short, description, flags, argChoices }: Option): CompletedOption {
  const placeholder = /<([^>]+)>/.exec(flags)?.[1]
  const isFile = placeholder !== undefined && path.test(placeholder)
  return {
    names: [short, long].flatMap((name) => name ?? []),
    about: description,
    takesValue: placeholder !== undefined,
    value: argChoices ?? (isFile ? 'files' : undefined),
  }
}

function describeArgument(argument: Argument): WordChoice {
  return argument.argChoices ?? (path.test(argument.name()) ? 'files' : undefined)
}
