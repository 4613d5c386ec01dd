import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { SealedOptions } from '../app/seal-statement.ts'
import { isGiven, listSettings, longFlag } from '../settings/all.ts'
import { kindOf, type Setting } from '../settings/setting.ts'
import type { Host } from './host.ts'
import { dropOptions, quoteCommand, showPath } from './quote-command.ts'

/** The way to seal the open rows of a release again, once they are corrected. */
export interface ResealAdvice {
  sheet: string
  command: string
}

export interface ReleasedPlan {
  plan: string
  given: string | undefined
  sheet: string
  how: SealedOptions
}

/** Settings of the release command that mean nothing for sealing. */
const dropped: ReadonlySet<string> = new Set(['confirm', 'json', 'dryRun', 'release', 'by', 'output'])

/** Replaces the release command, which is refused once the sheet is corrected. */
export function adviseReseal(
  { argv, platform, folder }: Pick<Host, 'argv' | 'platform' | 'folder'>,
  { plan, given, sheet: read, how }: ReleasedPlan,
): ResealAdvice {
  const sheet = showPath(folder, read)
  const own = argv.slice(argv.indexOf('decide') + 1)
  if (given !== undefined) own.splice(own.lastIndexOf(given), 1)
  const kept = dropOptions(own, (_, name) => dropped.has(name))
  const words = ['decide', sheet, ...toArguments(how), ...kept, '--seal', nextName(plan, folder)]
  return { sheet, command: `${quoteCommand(words, platform)} --by <staff id>` }
}

/** The options that the seal has recorded; headings and values are mapped by the profile. */
function toArguments(how: SealedOptions): string[] {
  return listSettings().flatMap(([name, setting]) => {
    const value = how[name as keyof SealedOptions]
    return setting.isSealed && isGiven(value) ? toFlags(setting, value) : []
  })
}

function toFlags(setting: Setting, value: unknown): string[] {
  const flag = longFlag(setting)
  switch (kindOf(setting).type) {
    case 'switch':
      return [flag]
    case 'pairs':
      return Object.entries(value as object).flatMap(([field, text]) => [flag, `${field}=${text}`])
    case 'filters':
      return Object.entries(value as Record<string, string | readonly string[]>).flatMap(([heading, texts]) =>
        [texts].flat().flatMap((text) => [flag, `${heading}=${text}`]),
      )
    case 'columns':
    case 'lists':
    case 'fixes':
      return []
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
