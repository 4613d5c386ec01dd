import { type Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { FoundProfile } from '../app/profile/profile.ts'
import { type FaultPlan, parseFaultPlan } from '../sandbox/faults/plan.ts'
import {
  defaultOf,
  flagName,
  isGiven,
  listSettings,
  longFlag,
  pickPart,
  type SettingGroups,
  type SettingValues,
  settingGroups,
  takes,
} from '../settings/all.ts'
import type { ExitCode } from '../settings/exit-codes.ts'
import type { TargetOptions } from '../settings/option-types.ts'
import { parseValue } from '../settings/parse-value.ts'
import { type CommandName, kindOf, type Setting, type SettingKind } from '../settings/setting.ts'
import { formatDuration } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import type { Host } from './host.ts'

export interface CommandSession {
  host: Host
  command: Command
  args: Arguments
}

/** Before the profile and the ledger are looked for. */
type CommandCall = Omit<CommandSession, 'args'> & { readArgs(): Promise<Arguments> }

export interface CommandSpec {
  /** With the name of its group: `ledger init`. */
  name: CommandName | 'ledger' | 'ledger move' | 'schedule' | 'completion' | 'help'
  about: string
  usage?: string
  arguments?: readonly (Argument | readonly [name: string, about: string])[]
  /** Stands in the help before the examples. */
  note?: string
  examples?: readonly string[]
  /** Where they mean something else than for a run. */
  exitCodes?: Readonly<Partial<Record<ExitCode, string>>>
  /** It shows the options of other commands. */
  describesOthers?: boolean
  /** Loads the module of the command. Absent for a group. `first`: a list for a variadic argument. */
  run?(session: CommandSession, first?: string | readonly string[], second?: string): Promise<ExitCode>
  /** Instead of `run`, where the command examines the profile, or asks about it, by itself. */
  runEarly?(call: CommandCall, first?: string): Promise<ExitCode>
}

/** The settings of a command line; those that its command does not take have their defaults. */
export interface Arguments extends Omit<SettingValues, 'profile' | 'ledger' | 'faults'> {
  profile: FoundProfile | undefined
  /** An absolute path, or the address of a database; empty for a command without a ledger. */
  ledger: string
  faults: FaultPlan | undefined
}

/** Shorter lists need no headings. */
const mostWithoutGroups = 8

/** Adds the options of a command: first the main ones, then the others under their headings. */
export function addSettings(command: Command, name: CommandName, groups: SettingGroups = settingGroups): Command {
  const taken = listSettings(groups).filter(([, setting]) => takes(name, setting))
  const add = (setting: Setting, heading: string | undefined): void => {
    const option = toOption(setting, name, groups)
    command.addOption(heading === undefined ? option : option.helpGroup(`${heading}:`))
    withhold(command, option, setting.withheld?.[name])
  }
  for (const [, setting] of taken.filter(([, { isMain }]) => isMain)) add(setting, undefined)
  for (const [heading, group] of Object.entries(groups)) {
    const others = listSettings({ group }).filter(([, setting]) => takes(name, setting) && !setting.isMain)
    for (const [, setting] of others) add(setting, taken.length > mostWithoutGroups ? heading : undefined)
  }
  return command
}

function toOption(setting: Setting, command: CommandName, groups: SettingGroups): Option {
  const { flag = '' } = setting
  const kind = kindOf(setting)
  const { about = setting.about, usual = setting.usual } = setting.variants?.[command] ?? {}
  const value = defaultOf(setting, command)
  const hasOwnDefault = isGiven(value) && kind.type !== 'switch'
  const option = new Option(flag, hasOwnDefault || !usual ? about : `${about} (default: ${usual})`)
  if (hasOwnDefault)
    option.default(value, usual || (kind.type === 'duration' ? formatDuration(Number(value)) : undefined))
  if (kind.type === 'choice') option.choices(kind.choices)
  else if (kind.type !== 'switch') option.argParser((text, before: unknown) => parseArgument(kind, text, before))
  return option.conflicts(listConflicts(setting, groups))
}

/** @throws InvalidArgumentError with the expected form. */
function parseArgument(kind: SettingKind, text: string, before: unknown): unknown {
  try {
    return kind.type === 'faults' ? parseFaultPlan(text) : parseValue(kind, text, before)
  } catch (error) {
    throw error instanceof BatchError ? new InvalidArgumentError(error.message) : error
  }
}

function listConflicts({ conflicts = [], conflictsWithSealed }: Setting, groups: SettingGroups): string[] {
  if (conflicts.length === 0 && !conflictsWithSealed) return []
  const all = listSettings(groups)
  const sealed = conflictsWithSealed ? all.filter(([, { isSealed }]) => isSealed) : []
  return [...all.filter(([name]) => conflicts.includes(name)), ...sealed].map(([, setting]) => flagName(setting))
}

/** Hides an option from the help of a command that makes no use of it; its use is refused with the reason. */
function withhold(command: Command, option: Option, reason: string | undefined): void {
  if (reason === undefined) return
  option.hideHelp()
  command.on(`option:${option.name()}`, () => {
    command.error(`error: ${command.name()} takes no ${option.long}: ${reason}. Leave it out; nothing was sent.`)
  })
}

/** @throws BatchError `configuration` when there is no location for the ledger. */
export async function readArguments(
  host: Host,
  name: CommandName,
  options: Readonly<Record<string, unknown>>,
): Promise<Arguments> {
  const values = Object.fromEntries(
    listSettings().map(([key, setting]) => {
      const given = takes(name, setting) ? options[flagName(setting)] : undefined
      return [key, given === undefined ? defaultOf(setting, name) : given]
    }),
  ) as unknown as Arguments
  const hasLedger = takes(name, settingGroups.Memory.ledger)
  if (!hasLedger) return { ...values, ledger: '' }
  const { resolveLedger } = await import('../app/ledger/ledger-access.ts')
  return { ...values, ledger: resolveLedger(values.ledger, host) }
}

/** The ledger of a command line, its company, and what the user overrides for them. */
export function locate(host: Host, args: Arguments): Pick<Arguments, keyof TargetOptions> & { surroundings: Host } {
  return { ...pickPart(args, 'TargetOptions'), surroundings: host }
}

/** The option of a command that sets a setting. */
export function findOption(command: Command, setting: Setting): Option | undefined {
  return command.options.find(({ long }) => long === longFlag(setting))
}
