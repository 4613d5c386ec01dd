import { inputSettings } from './input.ts'
import { forgettingSettings, memorySettings } from './memory.ts'
import type { OutputOptions, ReadOptions, SendingOptions, TargetOptions } from './option-types.ts'
import { againSettings, outputSettings, watchingSettings } from './output.ts'
import { sendingSettings } from './sending.ts'
import { schedulingSettings, servingSettings } from './serving.ts'
import { type CommandName, type GivenValue, kindOf, type Setting, type SettingTable } from './setting.ts'

interface LibraryParts {
  ReadOptions: ReadOptions
  SendingOptions: SendingOptions
  TargetOptions: TargetOptions
  OutputOptions: OutputOptions
}

/** All settings, by the heading of their options in `--help`, in that order. */
export const settingGroups = {
  Input: inputSettings,
  Sending: sendingSettings,
  Again: againSettings,
  Output: outputSettings,
  Memory: memorySettings,
  Forgetting: forgettingSettings,
  Watching: watchingSettings,
  Serving: servingSettings,
  Scheduling: schedulingSettings,
} as const

export type SettingGroups = Readonly<Record<string, SettingTable>>

type Group = (typeof settingGroups)[keyof typeof settingGroups]
type NameIn<Each> = Each extends unknown ? keyof Each : never

export type SettingName = NameIn<Group>

/** The settings of a command line: given there, in the environment or in the profile, or defaults. */
export type SettingValues = {
  readonly [Name in SettingName]: GivenValue<Extract<Group, Record<Name, unknown>>[Name]>
}

type WithDefault = {
  [Name in SettingName]: undefined extends SettingValues[Name] ? never : Name
}[SettingName]

type Defaults<Given> = {
  readonly [Name in WithDefault]: Name extends keyof Given ? Exclude<Given[Name], undefined> : SettingValues[Name]
}

export const settings = Object.fromEntries(listSettings()) as Readonly<Record<SettingName, Setting>>

export function listSettings(groups: SettingGroups = settingGroups): [name: string, setting: Setting][] {
  return Object.values(groups).flatMap((group) => Object.entries(group))
}

/** `requestTimeout` for `--request-timeout`, and `wait` for `--no-wait`: as commander and the profile name it. */
export function flagName(setting: Pick<Setting, 'flag'>): string {
  return toCamelCase(longFlag(setting).replace(/^--no-/, '--'))
}

/** The key of a setting in the profile. */
export function keyOf(name: string, { profile, flag = '' }: Setting): string {
  return profile?.key ?? (flag === '' ? name : flagName({ flag }))
}

/** `noWait` for `--no-wait`. */
export function toCamelCase(flag: string): string {
  return flag.replace(/^--/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `--rate` of `--rate <n>`. */
export function longFlag({ flag = '' }: Pick<Setting, 'flag'>): string {
  return /--[\w-]+/.exec(flag)?.[0] ?? ''
}

export function takes(command: CommandName, { commands = [] }: Setting): boolean {
  return commands.includes(command)
}

/** The value of a setting that is not given. */
export function defaultOf(setting: Setting, command?: CommandName): unknown {
  const variant = command === undefined ? undefined : setting.variants?.[command]
  if (variant !== undefined && 'default' in variant) return variant.default
  return setting.default ?? (kindOf(setting).type === 'switch' ? false : undefined)
}

/** What a face that has values, not texts, says of a setting. */
export function aboutValue({ about }: Setting, own: { about?: string } = {}): string {
  return own.about ?? about.replaceAll(/^JSON: |; may be repeated/g, '')
}

/** Adds the defaults of all settings that are not given. Pure. */
export function withDefaults<Given extends object>(given: Given): Omit<Given, WithDefault> & Defaults<Given> {
  const defaults = listSettings().map(([name, setting]) => [name, defaultOf(setting)] as const)
  const entries = [...defaults, ...Object.entries(given)].filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Omit<Given, WithDefault> & Defaults<Given>
}

/** The settings of `given` for which `isMeant` holds. Pure. */
export function pickSettings<Given extends object>(given: Given, isMeant: (setting: Setting) => boolean): Given {
  const entries = Object.entries(given).filter(
    ([name]) => Object.hasOwn(settings, name) && isMeant(settings[name as SettingName]),
  )
  return Object.fromEntries(entries) as Given
}

/** The options of `given` that an interface of the library has. Pure. */
export function pickPart<Given extends object, Part extends keyof LibraryParts>(
  given: Given,
  part: Part,
): Pick<Given, keyof Given & keyof LibraryParts[Part]> {
  return pickSettings(given, ({ library }) => library?.part === part)
}

/** True for a value that changes something: lists and maps may be empty. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === false) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}
