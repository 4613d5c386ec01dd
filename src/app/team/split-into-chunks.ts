/** The numbers of the first and the last row. */
export interface Span {
  first: number
  last: number
}

const mostChunks = 64
const fewestRows = 10
const mostRows = 200

/**
 * Cuts the rows of a run into chunks that free workers do in parallel. There are enough chunks to keep the wait for the
 * last one short, and each is large enough to keep the overhead low. Rows with one order key share a chunk: `spans` has
 * the reach of each key. The cut is deterministic. Pure.
 */
export function splitIntoChunks(rows: number, spans: readonly Span[]): Span[] {
  const size = Math.min(mostRows, Math.max(fewestRows, Math.ceil(rows / mostChunks)))
  const inOrder = spans.toSorted((one, other) => one.first - other.first)
  const chunks: Span[] = []
  let next = 0
  for (let first = 0; first < rows; ) {
    let last = Math.min(rows, first + size) - 1
    for (let span = inOrder[next]; span !== undefined && span.first <= last; span = inOrder[next]) {
      last = Math.max(last, span.last)
      next += 1
    }
    chunks.push({ first, last })
    first = last + 1
  }
  return chunks
}
