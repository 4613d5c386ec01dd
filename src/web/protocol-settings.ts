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
