import { existsSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import type { SealedOptions } from '../app/seal-statement.ts'
import type { Host } from './host.ts'
import { quoteCommand } from './quote-command.ts'

/** The way to seal the open rows of a release again, once they are corrected. */
export interface ResealAdvice {
  /** The file to correct. */
  sheet: string
  command: string
}

export interface ReleasedPlan {
  /** Paths of the plan and the sheet, as they were given. */
  plan: string
  given: string | undefined
  /** The sheet that was read. */
  sheet: string
  how: SealedOptions
}

/** Options that apply only to a release, or only to sending. */
const droppedFlags: ReadonlySet<string> = new Set(['--yes', '--json', '--dry-run'])
const droppedWithValue: ReadonlySet<string> = new Set(['--release', '--by', '-o', '--output'])

/** Replaces the release command, which is refused once the sheet is corrected. */
export function adviseReseal(
  { argv, platform, folder }: Pick<Host, 'argv' | 'platform' | 'folder'>,
  { plan, given, sheet: read, how }: ReleasedPlan,
): ResealAdvice {
  const sheet = showPath(folder, read)
  const own = argv.slice(argv.indexOf('decide') + 1)
  if (given !== undefined) own.splice(own.lastIndexOf(given), 1)
  const kept = own.filter((argument, index) => {
    const [name = ''] = argument.split('=')
    const isValue = droppedWithValue.has(own[index - 1] ?? '')
    return !isValue && !droppedFlags.has(argument) && !droppedWithValue.has(name) && !/^-o./.test(argument)
  })
  const words = ['decide', sheet, ...toArguments(how), ...kept, '--seal', nextName(plan, folder)]
  return { sheet, command: `${quoteCommand(words, platform)} --by <staff id>` }
}

/** Reading options from the seal; columns and values of its own come from the profile. */
function toArguments(how: SealedOptions): string[] {
  const sheets = typeof how.sheets === 'string' ? [how.sheets] : (how.sheets ?? [])
  const toOption = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value])
  const flags: [string, boolean | undefined][] = [
    ['--retry-unknown', how.retryUnknown],
    ['--allow-duplicates', how.allowDuplicates],
    ['--again', how.again],
    ['--new-workbook', how.newWorkbook],
    ['--all-or-nothing', how.allOrNothing],
  ]
  return [
    ...sheets.flatMap((name) => ['--sheet', name]),
    ...Object.entries(how.set ?? {}).flatMap(([field, value]) => ['--set', `${field}=${value}`]),
    ...toOption('--encoding', how.encoding),
    ...toOption('--delimiter', how.delimiter),
    ...toOption('--hidden', how.hidden),
    ...flags.flatMap(([name, isSet]) => (isSet === true ? [name] : [])),
  ]
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

function showPath(folder: string, file: string): string {
  const near = relative(folder, resolve(folder, file))
  return near.startsWith('..') || isAbsolute(near) ? file : near
}
