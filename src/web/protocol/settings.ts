/** What is asked before anything that a profile names was read. */
export interface AskedProfile {
  text: string
  values: readonly { text: string; about: string }[]
}

export interface SettingsState {
  /** The file also serves runs without the page; it is created with the first setting. */
  profile: { file: string; isThere: boolean }
  /** Of the company, in short, as far as they are known here. */
  rules: readonly string[]
  /** Path or address of the ledger. */
  ledger: string
  token: { source: 'none' | 'start' | 'typed'; file: string | null }
  /** columns: own heading → field; set: field → one value; values: field → written text → value. */
  columns: Readonly<Record<string, string>>
  set: Readonly<Record<string, string>>
  values: Readonly<Record<string, Readonly<Record<string, string>>>>
  dateFormats: readonly string[]
}
