import { setImmediate } from 'node:timers/promises'

/** Rows in one transaction. */
const pageSize = 500
const rowsBetweenTurns = 50

/**
 * Yields to the event loop between pages and while a page fills: signals, timers and answers wait at most for the check
 * of fifty rows or the storing of one page.
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

/** Pages until one is empty. `read` gets the key of the last row before, first `first`. */
export async function* readPages<Key extends 'seq' | 'id', Row extends Readonly<Record<Key, number>>>(
  read: (after: number) => Promise<readonly Row[]>,
  key: Key,
  first = key === 'id' ? 0 : -1,
): AsyncGenerator<readonly Row[]> {
  for (let after = first; ; ) {
    const page = await read(after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last[key]
  }
}
