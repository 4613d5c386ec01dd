import { type Command, Help, type Option } from 'commander'
import type { ExitCode } from '../settings/exit-codes.ts'
import { topics } from './guide-pages.ts'
import type { Host } from './host.ts'
import { printLines } from './output/print.ts'
import type { createProgram } from './program.ts'

/** A shell completes names of files itself. */
const files = ':files'

/** Placeholders of paths: `<file>`, `<plan.xlsx>`, `<folder>`; and of a ledger's location. */
const path = /^(?:file|folder|input|sheet|address|from|to|.+\.\w+)$/

/**
 * `__complete`: what may stand in the place of the last word, each with its description after a tab. The scripts of
 * `completion` call it with the words of a command line up to the cursor.
 */
export function printCandidates(host: Host, create: typeof createProgram): ExitCode {
  const [, ...given] = host.argv
  // Bash splits `--hidden=skip` into three words, and PowerShell hands no empty one over.
  const words = given.slice(0, -1).filter((word) => word !== '=')
  const current = given.at(-1)?.replace(/^=/, '') ?? ''
  const command = words.find((word) => !word.startsWith('-'))
  const program = create(host, () => {}, command)
  printLines(host, listCandidates(program, words, current))
  return 0
}

function listCandidates(program: Command, before: readonly string[], current: string): readonly string[] {
  let command = program
  let valued: Option | undefined
  let count = 0
  for (const word of before) {
    const inner = command.commands.find((each) => each.name() === word)
    if (valued !== undefined) valued = undefined
    else if (word.startsWith('-')) valued = findValued(command, word)
    else if (inner !== undefined) command = inner
    else count += 1
  }
  if (valued !== undefined) return offerValues(valued)
  const [, assigned = ''] = /^(--[^=]+=)/.exec(current) ?? []
  const option = findValued(command, assigned.slice(0, -1))
  if (option !== undefined) return offerValues(option).map((value) => (value === files ? value : assigned + value))
  if (current.startsWith('-')) return visibleOptions(command).flatMap(describeOption)
  if (command.commands.length > 0)
    return count > 0 ? [] : command.commands.map((each) => `${each.name()}\t${each.description()}`)
  const argument = command.registeredArguments[count]
  if (argument === undefined) return []
  if (command.name() === 'help') return [...topics, ...program.commands.map((each) => each.name())]
  return argument.argChoices ?? (path.test(argument.name()) ? [files] : [])
}

function visibleOptions(command: Command): Option[] {
  return new Help().visibleOptions(command)
}

function findValued(command: Command, name: string): Option | undefined {
  return visibleOptions(command).find(({ long, short, required }) => required && (name === long || name === short))
}

function offerValues({ flags, argChoices }: Option): readonly string[] {
  return argChoices ?? (path.test(/<([^>]+)>/.exec(flags)?.[1] ?? '') ? [files] : [])
}

function describeOption({ short, long, description }: Option): string[] {
  return [short, long].flatMap((name) => (name === undefined ? [] : `${name}\t${description}`))
}
