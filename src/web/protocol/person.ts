export interface PersonCounts {
  requests: number
  rows: number
  /** Lines of the log. */
  lines: number
}

export interface PersonState {
  person: string
  known: PersonCounts
  /** What forgetting erases; null for a person who must not be forgotten. */
  erasable: PersonCounts | null
  /** Not settled: with one of these, the person is left whole. The first of them. */
  open: readonly { place: string; state: string }[]
  openCount: number
  /** Paths of outputs and copies that name the person, of those that could not be read, and of sandboxes' data. */
  files: { naming: readonly string[]; unread: readonly string[]; sandboxes: readonly string[] }
  /** Set once the person was forgotten. `isScrubbed`: nothing of it is left on the disk. */
  forgotten: (PersonCounts & { isScrubbed: boolean; isDatabase: boolean }) | null
  notes: readonly string[]
}
