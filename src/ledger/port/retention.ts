/** How long content is kept, as calendar periods of ISO 8601; what is not named is kept for ever. */
export type RetentionPeriods = Readonly<Partial<Record<'trips' | 'answers', string | undefined>>>

/** The periods that all who share the ledger have in common. */
export interface Retention {
  read(): Promise<RetentionPeriods>
  /**
   * A name that is absent stays as it is; `undefined` ends its period. Durable and logged, unless nothing differs. `by`:
   * `account@machine`. Returns the periods from now on.
   */
  change(change: RetentionPeriods, kept: { by: string; now: number }): Promise<RetentionPeriods>
}
