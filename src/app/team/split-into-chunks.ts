/** Rows that stand together, by the numbers of the first and the last. */
export interface Span {
  first: number
  last: number
}

const mostChunks = 64
const fewestRows = 10
const mostRows = 200

/**
 * Cuts the rows of a run into chunks that may be done at once, by whoever is free: many enough that nobody waits long for
 * the last one, and large enough that handing them out costs little. What sets the state of one thing stays in one chunk;
 * `spans` says from where to where it reaches. The same run is always cut in the same way. Pure.
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
