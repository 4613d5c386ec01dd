import {
  aboutValue,
  defaultOf,
  keyOf,
  listSettings,
  type SettingGroups,
  settingGroups,
  takes,
} from '../../src/settings/all.ts'
import { kindOf, type ProfileKey, type Setting, type SettingKind } from '../../src/settings/setting.ts'

const mostColumns = 120

/** The text of `src/settings/option-types.ts`, which the build writes. */
export function makeOptionTypes(groups: SettingGroups = settingGroups): string {
  const rows = listSettings(groups)
  const partOf = (part: string) =>
    rows.flatMap(([name, setting]) => (setting.library?.part === part ? [toOption(name, setting)] : []))
  const ofRefresh = rows.flatMap(([name, setting]) => {
    const isTaken = takes('refresh', setting) && setting.library !== undefined
    return isTaken && setting.library?.part !== 'TargetOptions' ? [toOption(name, setting, true)] : []
  })
  const keysOf = (isMeant: (level: ProfileKey['level']) => boolean) =>
    rows.flatMap(([name, setting]) => (setting.profile && isMeant(setting.profile.level) ? [toKey(name, setting)] : []))
  return [
    '// Made of the table of settings by the build; not written by hand, and not kept in the repository.',
    '',
    ...toInterface('ReadOptions', 'How a sheet is read.', partOf('ReadOptions')),
    ...toInterface('SendingOptions', 'Times are in milliseconds.', partOf('SendingOptions')),
    ...toInterface('TargetOptions', 'The ledger, and the company that it knows.', partOf('TargetOptions')),
    ...toInterface('OutputOptions', 'The workbook to write.', partOf('OutputOptions')),
    ...toInterface('RefreshSettings', 'Options of a refresh. Times are in milliseconds.', ofRefresh),
    ...toInterface(
      'OperationProfile',
      'Settings for every sheet of an operation.',
      keysOf((level) => level === 'operation'),
    ),
    ...toInterface(
      'ProfileSettings',
      'Settings for every run. Paths count from the folder of the file.',
      keysOf((level) => level !== 'operation'),
    ),
  ].join('\n')
}

interface Property {
  name: string
  type: string
  about: string
  usual?: string | undefined
}

function toInterface(name: string, about: string, properties: readonly Property[]): string[] {
  return [`/** ${about} */`, `export interface ${name} {`, ...properties.flatMap(toProperty), '}', '']
}

function toProperty({ name, type, about, usual }: Property): string[] {
  const text = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`
  const whole = usual === undefined ? text : `${text} @default ${usual}`
  const line = `  /** ${whole} */`
  const comment = line.length <= mostColumns ? [line] : ['  /**', ...wrap(whole).map((part) => `   * ${part}`), '   */']
  return [...comment, `  ${name}?: ${type}`]
}

function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length + 1 > mostColumns - '   * '.length) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

function toOption(name: string, setting: Setting, isRefresh = false): Property {
  const { library = { part: 'ReadOptions' } } = setting
  const variant = isRefresh ? setting.variants?.refresh : undefined
  const usual = variant?.usual ?? library.usual ?? (setting.default === undefined ? setting.usual : undefined)
  return {
    name,
    type: `${library.type ?? libraryTypes(kindOf(setting))} | undefined`,
    about: aboutValue(setting, library),
    usual: usual ?? describe(defaultOf(setting), setting.usual),
  }
}

function toKey(key: string, setting: Setting): Property {
  const { profile } = setting
  return { name: keyOf(key, setting), type: profileTypes(kindOf(setting)), about: aboutValue(setting, profile) }
}

function describe(value: unknown, usual: string | undefined): string | undefined {
  if (typeof value === 'number') return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_')
  if (typeof value === 'string') return `\`${value}\``
  return typeof value === 'boolean' ? String(value) : usual
}

const record = (type: string): string => `Readonly<Record<string, ${type}>>`

function libraryTypes(kind: SettingKind): string {
  switch (kind.type) {
    case 'switch':
      return 'boolean'
    case 'count':
    case 'duration':
    case 'rate':
      return 'number'
    case 'statuses':
      return 'Iterable<number>'
    case 'texts':
      return 'string | readonly string[]'
    case 'columns':
    case 'pairs':
      return record('string')
    case 'periods':
      return `{ ${kind.names.map((name) => `${name}?: string`).join('; ')} }`
    case 'lists':
      return record('readonly string[]')
    case 'fixes':
      return record(record('string'))
    case 'choice':
      return kind.choices.map((choice) => `'${choice}'`).join(' | ')
    default:
      return 'string'
  }
}

function profileTypes(kind: SettingKind): string {
  if (kind.type === 'duration' || kind.type === 'lists') return 'string'
  if (kind.type === 'statuses') return 'readonly number[]'
  return kind.type === 'sheets' ? 'string | readonly string[]' : libraryTypes(kind)
}
