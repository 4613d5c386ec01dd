import type { LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Submissions } from '../../ledger/port/submissions.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { BatchError } from '../../support/errors.ts'
import type { RowPlaces } from '../rows/row-places.ts'

/** Watches for rows that name what only the sandbox ever gave out, where they are about to go to a service. */
export class SimulatedRows {
  readonly #submissions: Pick<Submissions, 'isSimulated'>
  readonly #places: RowPlaces
  #count = 0
  #first: string | undefined

  constructor(submissions: Pick<Submissions, 'isSimulated'>, places: RowPlaces) {
    this.#submissions = submissions
    this.#places = places
  }

  observe(rows: readonly LoadedRow[]): void {
    for (const { content, orderKey, sheet, rowNumber } of rows) {
      const named = content.kind === 'identified' ? content.identifier : orderKey
      if (named === undefined || !this.#submissions.isSimulated(named)) continue
      this.#count += 1
      this.#first ??= `${this.#places.row(sheet, rowNumber)}: ${named}`
    }
  }

  get hasSome(): boolean {
    return this.#count > 0
  }

  /** @throws BatchError `input` when there was one. */
  refuse(file: string, { address }: Target): void {
    if (this.#count === 0) return
    const rows = this.#count === 1 ? 'a row names an assessment' : `${this.#count} rows name assessments`
    throw new BatchError(
      'input',
      `${file}: ${rows} that the sandbox made up (${this.#first}): ${address} knows nothing of them. Nothing was sent`,
      { hint: 'Give the sheet that you started with, or the output of a run that was no rehearsal; or add ‹sandbox›.' },
    )
  }
}
