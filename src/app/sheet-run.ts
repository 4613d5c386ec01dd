import type { OperationName } from '../operations/all.ts'
import type { RunReport } from '../pipeline/model/options.ts'
import { BatchError } from '../support/errors.ts'
import type { RowReport } from './row-report.ts'

/** Reads the rows of a finished run, a page at a time; the ledger stays open until it resolves. */
export type RowConsumer = (pages: AsyncIterable<readonly RowReport[]>) => Promise<void>

export function eachRow(take: (row: RowReport) => void): RowConsumer {
  return async (pages) => {
    for await (const page of pages) page.forEach(take)
  }
}

/**
 * A run in progress: `await` it for its report, and read its rows with `for await`, once. The rows come in the order of
 * the sheet when the output is written. They are read from the ledger as the loop asks for them; the run ends, and
 * frees the ledger, when the loop does.
 */
export interface SheetRun<Name extends OperationName> extends Promise<RunReport>, AsyncIterable<RowReport<Name>> {}

/** `start` gets the reader of the rows. */
export function createSheetRun<Name extends OperationName>(
  start: (readRows: RowConsumer) => Promise<RunReport>,
  onRow?: (row: RowReport<Name>) => void,
): SheetRun<Name> {
  let state: 'unread' | 'asked' | 'over' = 'unread'
  const pages = new Deferred<AsyncIterable<readonly RowReport[]>>()
  const loopEnd = new Deferred<void>()
  const consumeRows: RowConsumer = async (rows) => {
    if (state === 'asked') {
      pages.resolve(rows)
      await loopEnd.promise
    } else if (onRow !== undefined) {
      await eachRow(onRow as (row: RowReport) => void)(rows)
    }
  }
  // Not at once: a loop over the run begins first.
  const report = Promise.resolve(consumeRows)
    .then(start)
    .finally(() => {
      state = 'over'
    })

  async function* readRows(): AsyncGenerator<RowReport<Name>> {
    if (state !== 'unread') {
      throw new BatchError('usage', 'the rows of a run are read once, and before it has ended', {
        hint: 'Begin the for await loop before the run is awaited, and read its report behind the loop.',
      })
    }
    state = 'asked'
    report.catch(pages.reject)
    try {
      for await (const page of await pages.promise) {
        for (const row of page as readonly RowReport<Name>[]) {
          onRow?.(row)
          yield row
        }
      }
    } finally {
      loopEnd.resolve()
      await report
    }
  }

  return Object.assign(report, { [Symbol.asyncIterator]: readRows })
}

class Deferred<Value> {
  resolve!: (value: Value) => void
  reject!: (reason: unknown) => void
  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })
}
