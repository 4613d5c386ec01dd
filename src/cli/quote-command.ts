import { existsSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { SealedOptions } from '../app/seal-statement.ts'
import { isGiven, listSettings, longFlag, takes } from '../settings/all.ts'
import { servingSettings } from '../settings/serving.ts'
import { kindOf, type Setting } from '../settings/setting.ts'
import type { CommandLineRun } from '../web/page-settings.ts'
import type { Host } from './host.ts'

/** Quotes the command line for the shell of a platform. Pure. */
export function quoteCommand(argv: readonly string[], platform: NodeJS.Platform): string {
  return ['rwa-batch', ...argv.map((argument) => quoteArgument(argument, platform))].join(' ')
}

/** Leaves options out, with their values. Pure. */
export function dropOptions(argv: readonly string[], isDropped: (setting: Setting, name: string) => boolean): string[] {
  const all = listSettings().filter(([, { flag }]) => flag !== undefined)
  const dropped = new Set(all.flatMap(([name, setting]) => (isDropped(setting, name) ? longFlag(setting) : [])))
  const options = all.map(([, setting]) => {
    const [, short] = /^-(\w)\b/.exec(setting.flag ?? '') ?? []
    const type = setting.flag?.includes('<') ? ('string' as const) : ('boolean' as const)
    return [longFlag(setting).slice(2), { type, ...(short === undefined ? {} : { short }) }] as const
  })
  const read = { args: [...argv], options: Object.fromEntries(options), strict: false, tokens: true } as const
  const places = parseArgs(read).tokens.flatMap((token) => {
    if (token.kind !== 'option' || !dropped.has(`--${token.name}`)) return []
    return token.value !== undefined && !token.inlineValue ? [token.index, token.index + 1] : token.index
  })
  return argv.filter((_, index) => !places.includes(index))
}

/** `--ledger` as it was given; nothing for the user's own. */
export function ledgerArguments({ argv }: Pick<Host, 'argv'>, ledger: string): string[] {
  return argv.some((argument) => /^--ledger(?:=|$)/.test(argument)) ? ['--ledger', ledger] : []
}

/**
 * Without what would keep the same command from finishing the run. `without`: the name of a setting that is left out too;
 * `exchange`: the input, and the file in its place.
 */
export function resumeCommand(
  { argv, platform }: Pick<Host, 'argv' | 'platform'>,
  { without, exchange: [input, other] = ['', ''] }: { without?: string | undefined; exchange?: [string, string] } = {},
): string {
  const kept = dropOptions(argv, ({ isForOneRun }, name) => isForOneRun === true || name === without)
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

/** The run command that does the same as the page. `argv` started the page; `input` is the sheet of that line. */
export function toRunCommand(
  argv: readonly string[],
  input: string | undefined,
  { operation, file, sheets, set = {}, dateFormats = [], columns, leaveOut }: CommandLineRun,
  platform: NodeJS.Platform,
): string {
  const own = argv.slice(argv.indexOf('web') + 1)
  if (input !== undefined) own.splice(own.indexOf(input), 1)
  const shared = dropOptions(own, (_, name) => name === 'json' || name in servingSettings)
  const answers = toArguments({ sheets, columns, set, dateFormat: dateFormats, leaveOut })
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

/** The way to seal the open rows of a release again, once they are corrected. */
export type ResealAdvice = ReturnType<typeof adviseReseal>

/** Settings of the release command that mean nothing for sealing. */
const dropped: ReadonlySet<string> = new Set(['confirm', 'json', 'dryRun', 'release', 'by', 'output'])

/** Replaces the release command, which is refused once the sheet is corrected. */
export function adviseReseal(
  { argv, platform, folder }: Pick<Host, 'argv' | 'platform' | 'folder'>,
  { plan, given, sheet: read, how }: { plan: string; given: string | undefined; sheet: string; how: SealedOptions },
) {
  const sheet = showPath(folder, read)
  const own = argv.slice(argv.indexOf('decide') + 1)
  if (given !== undefined) own.splice(own.lastIndexOf(given), 1)
  const kept = dropOptions(own, (_, name) => dropped.has(name))
  const words = ['decide', sheet, ...toArguments(how), ...kept, '--seal', nextName(plan, folder)]
  return { sheet, command: `${quoteCommand(words, platform)} --by <staff id>` }
}

/** Reading options as flags; what stands in files is an option only by its file. */
function toArguments(how: Readonly<Record<string, unknown>> | SealedOptions): string[] {
  return listSettings().flatMap(([name, setting]) => {
    const value = how[name as keyof typeof how]
    return setting.isSealed && isGiven(value) ? toFlags(setting, value) : []
  })
}

function toFlags(setting: Setting, value: unknown): string[] {
  const flag = longFlag(setting)
  switch (kindOf(setting).type) {
    case 'switch':
      return [flag]
    case 'pairs':
    case 'filters':
      return Object.entries(value as Record<string, string | readonly string[]>).flatMap(([name, texts]) =>
        [texts].flat().flatMap((text) => [flag, `${name}=${text}`]),
      )
    case 'columns':
    case 'lists':
    case 'fixes':
    case 'chosenRows':
      return typeof value === 'string' ? [flag, value] : []
    default:
      return [value].flat().flatMap((each) => [flag, String(each)])
  }
}

/** `plan.xlsx` → `plan-2.xlsx`, and so on: no plan is ever replaced. */
function nextName(plan: string, folder: string): string {
  const extension = extname(plan)
  const stem = basename(plan, extension)
  const groups = /^(?<name>.*)-(?<number>\d{1,4})$/.exec(stem)?.groups
  for (let number = Number(groups?.['number'] ?? 1) + 1; ; number += 1) {
    const file = join(dirname(plan), `${groups?.['name'] ?? stem}-${number}${extension}`)
    if (!existsSync(resolve(folder, file))) return file
  }
}
