import { type Command, InvalidArgumentError, Option } from 'commander'
import { openProfile } from '../app/profile/find-profile.ts'
import { type FoundProfile, type Profile, resolvePath } from '../app/profile/profile.ts'
import { BatchError } from '../support/errors.ts'
import type { Host } from './host.ts'
import { printToStderr } from './output/print.ts'

export function profileOption(): Option {
  return new Option(
    '--profile <file>',
    'JSON: address, ledger, headings, values and what else holds for every run (default: rwa-batch.json in this folder or above it)',
  )
}

/** Settings with an option of the same name, and the variable that overrides the profile. */
const settings: readonly (readonly [key: keyof Profile, variable?: string])[] = [
  ['baseUrl', 'RWA_BASE_URL'],
  ['company'],
  ['tokenFile', 'RWA_API_TOKEN'],
  ['ledger', 'RWA_LEDGER'],
  ['concurrency'],
  ['rate'],
  ['requestTimeout'],
  ['pollTimeout'],
  ['retries'],
  ['retryStatus'],
  ['distrustStatus'],
  ['waitForService'],
  ['maxUnknown'],
  ['maxErrors'],
]
const paths: ReadonlySet<string> = new Set(['tokenFile', 'ledger'])

/**
 * Reads the profile, prints its path, and uses its settings for options that are not given. Settings of sheets stay in
 * it: each operation has its own.
 * @throws BatchError `configuration` for a profile that cannot be used.
 */
export async function applyProfile(host: Host, command: Command): Promise<void> {
  if (!command.options.some(({ long }) => long === '--profile')) return
  const { profile: named, quiet } = command.opts()
  const found = await openProfile(named, host)
  command.setOptionValueWithSource('profile', found, 'config')
  if (found === undefined) return
  if (quiet !== true) printToStderr(host, [`profile: ${found.file}`])
  for (const [key, variable = ''] of settings) {
    const value = found.profile[key]
    const option = command.options.find((each) => each.attributeName() === key)
    if (value === undefined || option === undefined || isGiven(command, key, host.env[variable])) continue
    const text = paths.has(key) ? resolvePath(found, String(value)) : String(value)
    command.setOptionValueWithSource(key, parse(option, text, found), 'config')
  }
}

function isGiven(command: Command, key: string, given: string | undefined): boolean {
  if (command.getOptionValueSource(key) === 'cli') return true
  return given !== undefined && given !== ''
}

/** Uses the option's own parser, with the same bounds. */
function parse(option: Option, text: string, { file }: FoundProfile): unknown {
  if (option.parseArg === undefined) return text
  try {
    return option.parseArg(text, undefined)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new BatchError(
      'configuration',
      `${file}: "${option.attributeName()}": ${JSON.stringify(text)} cannot be used`,
      {
        hint: `${error.message} Nothing was sent.`,
      },
    )
  }
}
