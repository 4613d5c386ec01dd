import type { LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Submissions } from '../../ledger/port/submissions.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { RowAddresses } from '../rows/row-addresses.ts'

/** Rows with identifiers from the sandbox must not go to a real service. */
export class SimulatedRows {
  readonly #submissions: Pick<Submissions, 'simulated'>
  readonly #addresses: RowAddresses
  #count = 0
  #first: string | undefined

  constructor(submissions: Pick<Submissions, 'simulated'>, addresses: RowAddresses) {
    this.#submissions = submissions
    this.#addresses = addresses
  }

  async observe(rows: readonly LoadedRow[]): Promise<void> {
    const simulated = await this.#submissions.simulated(rows.flatMap((row) => namedBy(row) ?? []))
    for (const row of rows) {
      const { sheet, rowNumber } = row
      const named = namedBy(row)
      if (named === undefined || !simulated.has(named)) continue
      this.#count += 1
      this.#first ??= `${this.#addresses.row(sheet, rowNumber)}: ${named}`
    }
  }

  get hasSome(): boolean {
    return this.#count > 0
  }

  /** @throws BatchError `input` when there was one. */
  refuse(file: string, { address }: Target): void {
    if (this.#count === 0) return
    throw new BatchError(
      'input',
      find('rows-simulated', { file, count: this.#count, first: this.#first ?? '', address }),
    )
  }
}

function namedBy({ content, orderKey }: LoadedRow): string | undefined {
  return content.kind === 'identified' ? content.identifier : orderKey
}
