import { Argument, Command, Help } from 'commander'
import { version } from '../pipeline/version.ts'
import { describeExitCodes, type ExitCode } from '../settings/exit-codes.ts'
import type { CommandName } from '../settings/setting.ts'
import { announceProfile } from './apply-profile.ts'
import { commandTable } from './command-table.ts'
import { type Host, type Output, usualColumns } from './host.ts'
import { programCommands } from './ledger-commands.ts'
import { printHelp, printToStderr } from './output/print.ts'
import { addSettings, type CommandSpec, readArguments } from './setting-options.ts'

const guideHint = '\n\nThe guide: rwa-batch help'

/** Called when the command line is understood; each command's module is loaded only then. */
export type Conclude = (exitCode: ExitCode) => void

/** @param word The command that is called: the others are made without their options. */
export function createProgram(host: Host, conclude: Conclude, word: string | undefined = host.argv[0]): Command {
  const program = new Command('rwa-batch')
    .exitOverride()
    .description('Creates a compliance risk assessment for every row of a spreadsheet, and never one twice.')
    .version(version)
    .showHelpAfterError('(add --help for all options)')
    .configureOutput({
      writeOut: (text) => printHelp(host, text),
      writeErr: (text) => printToStderr(host, text.replace(/\n$/, '').split('\n')),
      getOutHelpWidth: () => widthOf(host.stdout),
      getErrHelpWidth: () => widthOf(host.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    // Whether a command has options its own help says: here they are not made.
    .configureHelp({ subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', '') })
    .addHelpText('afterAll', ({ command }) => {
      const own = commandTable.find(({ name }) => name === command.name())?.exitCodes
      return `\n${describeExitCodes(own)}${command.parent === null ? guideHint : ''}`
    })

  program.helpCommand(false)
  const table = [...commandTable, ...programCommands]
  const called = listCalled(table, word)
  for (const spec of table) addCommand(program, spec, host, conclude, called.includes(spec))
  return program
}

/** Of these the options are needed. To make those of all commands takes 20 ms at a start. */
function listCalled(table: readonly CommandSpec[], word: string | undefined): readonly CommandSpec[] {
  const called = table.filter(({ name }) => name.split(' ')[0] === word)
  return called.some(({ describesOthers }) => describesOthers) ? table : called
}

function addCommand(program: Command, spec: CommandSpec, host: Host, conclude: Conclude, hasOptions: boolean): void {
  const { about, usage, note, examples = [], run, runEarly } = spec
  const [name = '', inner] = spec.name.split(' ')
  const group = program.commands.find((each) => each.name() === name)
  const command = inner === undefined || group === undefined ? program.command(name) : group.command(inner)
  command.description(about)
  if (usage !== undefined) command.usage(usage)
  for (const each of spec.arguments ?? []) command.addArgument(each instanceof Argument ? each : new Argument(...each))
  nameChoices(command)
  // A command without settings is no `CommandName`; no setting names it.
  const ofSettings = spec.name as CommandName
  if (hasOptions) addSettings(command, ofSettings)
  const help = [
    ...(note === undefined ? [] : [note, '']),
    ...(examples.length > 0 ? ['Example:', ...examples.map((line) => `  ${line}`)] : []),
  ]
  if (help.length > 0) command.addHelpText('after', `\n${help.join('\n')}`)
  const readArgs = () => readArguments(host, ofSettings, command.opts())
  if (runEarly !== undefined)
    command.action(async (word?: string) => conclude(await runEarly({ host, command, readArgs }, word)))
  if (run === undefined) return
  command.action(async (...given: unknown[]) => {
    await announceProfile(host, command)
    conclude(await run({ host, command, args: await readArgs() }, ...(given.slice(0, -2) as string[])))
  })
}

/** Commander says that an argument is missing, and not what it may be. */
function nameChoices(command: Command): void {
  const [argument] = command.registeredArguments
  const { argChoices } = argument ?? {}
  if (argument === undefined || argChoices === undefined) return
  const missing = `missing required argument '${argument.name()}'`
  command.configureOutput({
    outputError: (text, write) => write(text.replace(missing, `${missing}: ${argChoices.join(', ')}`)),
  })
}

function widthOf({ isTTY, columns }: Output): number {
  return (isTTY === true ? columns : undefined) ?? usualColumns
}
