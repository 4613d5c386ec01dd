/** What holds for every sheet, and where it is kept. */
export interface SettingsState {
  /** The file that is read by whoever does the same without the page; it is made when there is something to keep. */
  profile: { file: string; isThere: boolean }
  /** The memory of what was sent. */
  ledger: string
  token: { source: 'none' | 'start' | 'typed'; file: string | null }
  /** Own heading → field, field → one value, field → what people write → what is meant. */
  columns: Readonly<Record<string, string>>
  set: Readonly<Record<string, string>>
  values: Readonly<Record<string, Readonly<Record<string, string>>>>
  dateFormats: readonly string[]
}

export interface TokenWish {
  token: string
  /** In a file that only this user can read; else until the program ends. */
  isKept: boolean
  /** In place of an earlier one of the same company. */
  isRotated: boolean
}

/** What is to be forgotten of what was kept. */
export interface ForgetWish {
  columns?: Readonly<Record<string, null>>
  set?: Readonly<Record<string, null>>
  values?: Readonly<Record<string, Readonly<Record<string, null>>>>
}
