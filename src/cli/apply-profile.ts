import { type Command, InvalidArgumentError, type Option } from 'commander'
import type { Agreement } from '../app/profile/agreement.ts'
import { type FoundProfile, type Profile, resolvePath } from '../app/profile/profile.ts'
import { flagName, listSettings, settingGroups } from '../settings/all.ts'
import { BatchError } from '../support/errors.ts'
import type { Host } from './host.ts'
import { printToStderr } from './output/print.ts'
import { findOption } from './setting-options.ts'

/**
 * Reads the profile, and uses its settings for options that are not given; those of sheets stay with their operation.
 * @throws BatchError `configuration` for a profile that cannot be used, or that nobody agreed to.
 */
export async function applyProfile(
  host: Host,
  command: Command,
  ask: Agreement['ask'],
): Promise<FoundProfile | undefined> {
  const option = findOption(command, settingGroups.Input.profile)
  if (option === undefined) return undefined
  const { profile: named, trustProfile: isTrusted } = command.opts()
  // `--help` does not load the modules that read profiles and word their faults.
  const { openProfile } = await import('../app/profile/find-profile.ts')
  const found = await openProfile(named, host, { isTrusted, ask })
  command.setOptionValueWithSource(option.attributeName(), found, 'config')
  if (found === undefined) return undefined
  for (const [, setting] of listSettings()) {
    if (setting.profile?.level !== 'run') continue
    const key = flagName(setting)
    const value = found.profile[key as keyof Profile]
    const target = findOption(command, setting)
    if (value === undefined || target === undefined) continue
    const isGiven = command.getOptionValueSource(key) === 'cli' || Boolean(host.env[setting.variable ?? ''])
    if (isGiven) continue
    const text = setting.profile.isPath ? resolvePath(found, String(value)) : String(value)
    command.setOptionValueWithSource(key, parse(target, text, found), 'config')
  }
  return found
}

/** The same before a command acts, and prints the path. `ask`: at the terminal by default. */
export async function announceProfile(host: Host, command: Command, ask?: Agreement['ask']): Promise<void> {
  const askHere: Agreement['ask'] = async (question) =>
    (await import('./output/questions.ts')).askToUseProfile(host, question)
  const found = await applyProfile(host, command, ask ?? (host.stdin.isTTY === true ? askHere : undefined))
  if (found !== undefined && command.opts()['quiet'] !== true) printToStderr(host, [`profile: ${found.file}`])
}

/** Uses the option's own parser, with the same bounds. */
function parse(option: Option, text: string, { file }: FoundProfile): unknown {
  try {
    return option.parseArg === undefined ? text : option.parseArg(text, undefined)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    const message = `${file}: "${option.attributeName()}": ${JSON.stringify(text)} cannot be used`
    throw new BatchError('configuration', message, { hint: `${error.message} Nothing was sent.` })
  }
}
