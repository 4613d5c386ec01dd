import { setImmediate } from 'node:timers/promises'

/** Rows of one transaction. */
const pageSize = 500
const rowsBetweenTurns = 100

/**
 * Rows in pages. Between them, and while a page fills, the event loop turns: signals, timers and answers wait no longer
 * than it takes to check a hundred rows or to store one page.
 */
export async function* paginate<Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let page: Row[] = []
  for await (const row of rows) {
    page.push(row)
    if (page.length % rowsBetweenTurns === 0) await setImmediate()
    if (page.length < pageSize) continue
    yield page
    page = []
    await setImmediate()
  }
  if (page.length > 0) yield page
}
