export const runs = ['assess', 'decide', 'invite'] as const
export const senders = [...runs, 'undo', 'refresh', 'worker', 'web'] as const
/** What reads or changes a ledger that there is. */
export const ledgerReaders = ['status', 'ledger export', 'ledger forget', 'ledger rules', 'collect', 'report'] as const

/** The commands that take settings, as people type them. */
export type CommandName =
  | (typeof senders)[number]
  | `ledger ${'init' | 'status' | 'export' | 'forget' | 'rules'}`
  | `schedule ${'install' | 'remove' | 'show'}`
  | 'check'
  | 'template'
  | 'inspect'
  | 'status'
  | 'collect'
  | 'report'
  | 'sandbox'
  | 'demo'
  | 'doctor'

interface KindValues {
  switch: boolean
  text: string
  texts: readonly string[]
  sheets: readonly string[] | 'all'
  rate: number
  delimiter: string
  port: number
  rowCount: number | 'all'
  timeRange: { min: number; max: number }
  /** As it was written: the sandbox parses it. */
  faults: string
  /** Path of a JSON file: own heading → field; field → known values; field → written text → meaning; rows by worksheet. */
  columns: string
  lists: string
  fixes: string
  chosenRows: string
  /** Repeated `field=value`. */
  pairs: Readonly<Record<string, string>>
  /** Name → calendar period of ISO 8601, such as `P7Y`; for the profile alone. */
  periods: Readonly<Record<string, string>>
  /** Repeated `heading=value`; one heading may be given several times. */
  filters: Readonly<Record<string, readonly string[]>>
  count: number
  /** In milliseconds; as a text with a unit, such as `45s`, in the profile and on the command line. */
  duration: number
  statuses: ReadonlySet<number>
}

export type SettingKind =
  | { type: Exclude<keyof KindValues, 'periods' | 'count' | 'duration' | 'statuses'> }
  | { type: 'periods'; names: readonly string[] }
  | { type: 'count'; least: number }
  | { type: 'duration'; leastMs: number; canBeEndless?: true }
  /** `among`: the only ones that make sense. */
  | { type: 'statuses'; among?: readonly number[] }
  | { type: 'choice'; choices: readonly string[] }

/** Differences of a face or a command. */
interface Wording {
  about?: string
  /** The default in words. */
  usual?: string
}

export interface ProfileKey extends Wording {
  /**
   * `run`: the value of an option that is not given. `reading`: merged with the options of a sheet; `operation`: the
   * same, and each operation has its own. `only`: no option has that name.
   */
  level: 'run' | 'reading' | 'operation' | 'only'
  /** @default the flag's name, `requestTimeout` for `--request-timeout`; without a flag the setting's */
  key?: string
  /** A path counts from the folder of the profile. */
  isPath?: true
  /** In a profile that was found, asks its user first; `outside`: for a path that leads out of its folder. */
  asksTrust?: true | 'outside'
}

interface LibraryOption extends Wording {
  /** Interface of the library that has the option. */
  part: 'ReadOptions' | 'SendingOptions' | 'TargetOptions' | 'OutputOptions' | 'RefreshSettings'
  /** Its type in TypeScript. @default the one of its kind */
  type?: string
}

/** One setting. Each face makes its options, keys, types and texts of it. */
export interface Setting {
  /** The flag with its placeholder, e.g. `--rate <n>`; undefined for a key of the profile alone. */
  flag?: string
  /** @default text for a flag with a placeholder, else a switch */
  kind?: SettingKind
  /**
   * A phrase without a full stop. A profile and the library leave out `JSON: ` at its beginning, and `; may be repeated`:
   * they have values, not texts.
   */
  about: string
  /** Value when it is not given. @default false for a switch, else undefined */
  default?: unknown
  /** The default in words. */
  usual?: string
  /** Among the six options that `--help` shows first. */
  isMain?: true
  /** The commands that take it. @default none */
  commands?: readonly CommandName[]
  /** Commands with a default or words of their own. */
  variants?: Partial<Record<CommandName, Wording & { default?: unknown }>>
  /** Operations that make no use of it, with the reason; their commands refuse it. */
  withheld?: Readonly<Record<string, string>>
  /** Environment variable; it overrides the profile. */
  variable?: string
  /** Recorded with a sealed plan: a release takes it from there. */
  isSealed?: true
  /** Would keep the same command from finishing the run later. */
  isForOneRun?: true
  /** Settings that cannot be given with it; `sealed`: nor can those of the plan. */
  conflicts?: readonly string[]
  conflictsWithSealed?: true
  /** Undefined: it is decided for each run. */
  profile?: ProfileKey
  /** Undefined: the library has no such option. */
  library?: LibraryOption
}

export type SettingTable = Readonly<Record<string, Setting>>

type ValueOf<Kind extends SettingKind> = Kind extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Kind extends { type: infer Type extends keyof KindValues }
    ? KindValues[Type]
    : never

type KindOf<Row> = Row extends { kind: infer Kind extends SettingKind }
  ? Kind
  : { type: Row extends { flag: `${string}<${string}` } ? 'text' : 'switch' }

/** The value of a setting on the command line. */
export type GivenValue<Row> = Row extends { default: unknown }
  ? ValueOf<KindOf<Row>>
  : ValueOf<KindOf<Row>> | (KindOf<Row> extends { type: 'switch' } ? never : undefined)

export function kindOf({ kind, flag }: Pick<Setting, 'kind' | 'flag'>): SettingKind {
  return kind ?? { type: flag?.includes('<') ? 'text' : 'switch' }
}
