import { resolve } from 'node:path'
import { resolveLedger } from '../../app/ledger/ledger-access.ts'
import { locateProfile } from '../../app/profile/find-profile.ts'
import { listSettings, longFlag, settingGroups, takes } from '../../settings/all.ts'
import type { CommandName, Setting } from '../../settings/setting.ts'
import { BatchError } from '../../support/errors.ts'
import type { Host } from '../host.ts'

/** Decisions and invitations need their person. */
const schedulable = [
  'assess',
  'refresh',
  'collect',
  'report',
  'ledger forget',
] as const satisfies readonly CommandName[]

/** Placeholders of paths. */
const path = /<(?:file|folder|[^>]+\.\w+)>/

/**
 * The whole command of a run that a scheduler starts, with absolute paths, because it has neither this folder nor this
 * environment. What the environment says of the address and the ledger becomes options; the token never does.
 * @throws BatchError `usage` for a command or an option that there is not, or that needs a person.
 */
export function readScheduledWords(given: readonly string[], host: Host): readonly string[] {
  const { env, folder } = host
  const command = schedulable.find((name) => name === given.slice(0, name.split(' ').length).join(' '))
  if (command === undefined) {
    throw new BatchError('usage', `only ${schedulable.join(', ')} run by themselves`, {
      hint: 'Give the command after --, e.g. rwa-batch schedule install -- assess trips.xlsx. Decisions and invitations need a person.',
    })
  }
  if (given.some((word) => /[\n\r\0]/.test(word)))
    throw new BatchError('usage', 'a scheduler takes no line break in a command')
  const count = command.split(' ').length
  const { words, flags } = makeAbsolute(command, given.slice(count), host)
  const has = (setting: Setting): boolean => flags.has(longFlag(setting)) || !takes(command, setting)
  const { profile } = settingGroups.Input
  const { baseUrl } = settingGroups.Sending
  const { ledger } = settingGroups.Memory
  const found = has(profile) ? undefined : locateProfile(folder)
  const added = [
    ...(found === undefined ? [] : [longFlag(profile), found]),
    ...(has(baseUrl) || !env['RWA_BASE_URL'] ? [] : [longFlag(baseUrl), env['RWA_BASE_URL']]),
    // A profile may name one.
    ...(has(ledger) || !(env['RWA_LEDGER'] || (found === undefined && !flags.has(longFlag(profile))))
      ? []
      : [longFlag(ledger), resolveLedger(undefined, host)]),
  ]
  return [...host.program, ...given.slice(0, count), ...words, ...added]
}

function makeAbsolute(command: CommandName, given: readonly string[], host: Host) {
  const taken = listSettings().flatMap(([, setting]) => (takes(command, setting) ? [setting] : []))
  const flags = new Set<string>()
  let valued: Setting | undefined
  const words = given.map((word) => {
    const setting = valued
    valued = undefined
    if (setting !== undefined) return toAbsolute(setting, word, host)
    // These commands take no other words than an input.
    if (!/^-./.test(word)) return resolve(host.folder, word)
    const [name = '', value] = word.startsWith('--') ? splitOnce(word) : [word]
    const option = taken.find(({ flag = '' }) => longFlag({ flag }) === name || flag.startsWith(`${name},`))
    if (option === undefined) throw new BatchError('usage', `${command} has no option ${name}`)
    flags.add(longFlag(option))
    if (option.flag?.includes('<') !== true) return word
    if (value !== undefined) return `${name}=${toAbsolute(option, value, host)}`
    valued = option
    return word
  })
  return { words, flags }
}

function splitOnce(word: string): [name: string, value?: string] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

function toAbsolute(setting: Setting, value: string, host: Host): string {
  if (setting === settingGroups.Memory.ledger) return resolveLedger(value, host)
  return path.test(setting.flag ?? '') && value !== '-' ? resolve(host.folder, value) : value
}
