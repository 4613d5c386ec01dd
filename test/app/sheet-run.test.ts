import { describe, expect, it } from 'vitest'
import { createSheetRun, type RowConsumer, type RowReport } from '../rooms/app.ts'
import type { RunReport } from '../rooms/pipeline/model.ts'

function row(rowNumber: number): RowReport {
  const none = { result: undefined, identifier: undefined, reportUrl: undefined, reference: undefined }
  const texts = { sheet: 'trips.csv', state: 'ready', problem: '', hint: '' }
  return { ...none, ...texts, rowNumber, wasDone: false, outcome: { state: 'ready', reason: undefined } }
}

const report = { rows: 10_000 } as RunReport

/** A run over ten thousand rows that counts the pages read from it, and whether its ledger is still open. */
class PagedRun {
  pages = 0
  isOpen = true

  readonly start = async (readRows: RowConsumer): Promise<RunReport> => {
    await readRows(this.#read())
    this.isOpen = false
    return report
  }

  async *#read(): AsyncGenerator<readonly RowReport[]> {
    for (; this.pages < 100; ) {
      this.pages += 1
      yield Array.from({ length: 100 }, (_, index) => row((this.pages - 1) * 100 + index))
    }
  }
}

describe('the rows of a run', () => {
  it('are read as the loop asks for them, a page ahead at most; the ledger is free when the loop ends early', async () => {
    const paged = new PagedRun()
    const run = createSheetRun<'assess'>(paged.start)
    for await (const { rowNumber } of run) {
      expect([paged.pages, paged.isOpen]).toEqual([Math.floor(rowNumber / 100) + 1, true])
      if (rowNumber === 250) break
    }
    expect([paged.pages, paged.isOpen]).toEqual([3, false])
    expect(await run).toBe(report)
  })

  it('are not read at all for the report alone, unless each is to be told', async () => {
    const paged = new PagedRun()
    expect(await createSheetRun<'assess'>(paged.start)).toBe(report)
    expect(paged.pages).toBe(0)
    let told = 0
    await createSheetRun<'assess'>(paged.start, () => {
      told += 1
    })
    expect(told).toBe(10_000)
  })

  it('are told and given in one reading', async () => {
    const told: number[] = []
    const run = createSheetRun<'assess'>(new PagedRun().start, ({ rowNumber }) => void told.push(rowNumber))
    for await (const { rowNumber } of run) if (rowNumber === 2) break
    expect(told).toEqual([0, 1, 2])
  })

  it('of a run that fails end the loop with its error, once', async () => {
    const run = createSheetRun<'assess'>(() => Promise.reject(new Error('no ledger')))
    const read = async (): Promise<void> => {
      for await (const _ of run) expect.unreachable()
    }
    await expect(read()).rejects.toThrow('no ledger')
    await expect(run).rejects.toThrow('no ledger')
  })

  it('end with the error of a run that fails behind them', async () => {
    const run = createSheetRun<'assess'>(async (readRows) => {
      await readRows(
        (async function* () {
          yield [row(1)]
        })(),
      )
      throw new Error('the token could not be stored')
    })
    const rows: number[] = []
    const read = async (): Promise<void> => {
      for await (const { rowNumber } of run) rows.push(rowNumber)
    }
    await expect(read()).rejects.toThrow('the token could not be stored')
    expect(rows).toEqual([1])
  })

  it('are refused with a remedy when the run is over, or they were read before', async () => {
    const over = createSheetRun<'assess'>(new PagedRun().start)
    await over
    await expect(over[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'usage' })
    const read = createSheetRun<'assess'>(new PagedRun().start)
    for await (const _ of read) break
    await expect(read[Symbol.asyncIterator]().next()).rejects.toThrow('the rows of a run are read once')
  })

  it('leave no rejection behind that nobody could handle: the loop has it', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    try {
      for await (const _ of createSheetRun<'assess'>(() => Promise.reject(new Error('no ledger')))) break
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.off('unhandledRejection', note)
    }
    expect(unhandled).toEqual([])
  })
})
