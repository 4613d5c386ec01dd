import { isAbsolute, relative, resolve } from 'node:path'
import { listSettings, longFlag, takes } from '../settings/all.ts'
import { servingSettings } from '../settings/serving.ts'
import type { Setting } from '../settings/setting.ts'
import type { CommandLineRun } from '../web/page-settings.ts'
import type { Host } from './host.ts'
import { nameProgram } from './program-name.ts'

/** Quotes the command line for the shell of a platform. Pure. */
export function quoteCommand(argv: readonly string[], platform: NodeJS.Platform): string {
  return [nameProgram('npx rwa-batch'), ...argv.map((argument) => quoteArgument(argument, platform))].join(' ')
}

/** The given arguments without what would keep the same command from finishing the run. */
export function toResumeArguments(argv: readonly string[]): string[] {
  return dropOptions(argv, ({ isForOneRun }) => isForOneRun === true)
}

/** Leaves options out, with their values. Pure. */
export function dropOptions(argv: readonly string[], isDropped: (setting: Setting, name: string) => boolean): string[] {
  const dropped = listSettings().flatMap(([name, setting]) => (isDropped(setting, name) ? [setting] : []))
  return argv.filter(
    (argument, index) =>
      !dropped.some((setting) => isOption(setting, argument) || takesValue(setting, argv[index - 1] ?? '')),
  )
}

/** Also with its value in the same word: `--limit=5`, `-ofile`. */
function isOption(setting: Setting, argument: string): boolean {
  const [name = ''] = argument.split('=')
  const short = shortFlag(setting)
  return name === longFlag(setting) || (short !== undefined && !name.startsWith('--') && name.startsWith(short))
}

/** True for a flag whose value is the next argument. */
function takesValue(setting: Setting, argument: string): boolean {
  return setting.flag?.includes('<') === true && [longFlag(setting), shortFlag(setting)].includes(argument)
}

function shortFlag({ flag = '' }: Setting): string | undefined {
  return /^-\w\b/.exec(flag)?.[0]
}

/** `--ledger` as it was given; nothing for the user's own. */
export function ledgerArguments({ argv }: Pick<Host, 'argv'>, ledger: string): string[] {
  return argv.some((argument) => /^--ledger(?:=|$)/.test(argument)) ? ['--ledger', ledger] : []
}

interface Resumption {
  /** The name of a setting that is left out too. */
  without?: string | undefined
  /** The input, and the file in its place. */
  exchange?: readonly [string, string]
}

export function resumeCommand(
  { argv, platform }: Pick<Host, 'argv' | 'platform'>,
  { without, exchange: [input, other] = ['', ''] }: Resumption = {},
): string {
  const kept = dropOptions(toResumeArguments(argv), (_, name) => name === without)
  return quoteCommand(
    kept.map((argument) => (argument === input ? other : argument)),
    platform,
  )
}

/** The check of what a run reads, with its problems marked. `argv` begins with the operation. */
export function toCheckCommand({ argv, platform }: Pick<Host, 'argv' | 'platform'>): string {
  // Two settings may share a flag, each for commands of its own.
  const flags = listSettings().flatMap(([, setting]) => (takes('check', setting) ? longFlag(setting) : []))
  const shared = dropOptions(argv, (setting, name) => name === 'output' || !flags.includes(longFlag(setting)))
  return quoteCommand(['check', ...shared, '-o', 'checked.xlsx'], platform)
}

/**
 * The run command that does the same as the page. `argv` started the page; `input` is the sheet of that command line,
 * if any.
 */
export function toRunCommand(
  argv: readonly string[],
  input: string | undefined,
  { operation, file, sheets, set = {}, dateFormats = [], columns }: CommandLineRun,
  platform: NodeJS.Platform,
): string {
  const own = argv.slice(argv.indexOf('web') + 1)
  if (input !== undefined) own.splice(own.indexOf(input), 1)
  const shared = dropOptions(own, (_, name) => name === 'json' || name in servingSettings)
  const named = sheets === 'all' ? ['all'] : (sheets ?? [])
  const answers = [
    ...named.flatMap((name) => ['--sheet', name]),
    ...(columns === undefined ? [] : ['--columns', columns]),
    ...Object.entries(set).flatMap(([field, value]) => ['--set', `${field}=${value}`]),
    ...dateFormats.flatMap((pattern) => ['--date-format', pattern]),
  ]
  return quoteCommand([operation, file, ...answers, ...shared], platform)
}

/** cmd.exe knows double quotes only, and PowerShell takes them too. */
export function quoteArgument(argument: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w./:\\=+-]+$/.test(argument) ? argument : `"${argument.replaceAll('"', '\\"')}"`
  return /^[\w./:=@%+,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}

/** Relative to the folder when it is below it. */
export function showPath(folder: string, file: string): string {
  const near = relative(folder, resolve(folder, file))
  return near.startsWith('..') || isAbsolute(near) ? file : near
}
