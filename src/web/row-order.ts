/** Results by row list, so that scrolling sorts once. */
const known = new WeakMap<object, Map<string, readonly number[]>>()

/**
 * Indexes in the order of a column's texts: numbers first, by size, then texts without case, then empty ones. `sort` is
 * a column's index, with a minus for descending; empty keeps the order. `of` and `key` identify the list.
 */
export function orderRows(
  indexes: readonly number[],
  { sort, of, key }: { sort: string; of: object; key: string },
  textOf: (index: number, column: number) => string,
): readonly number[] {
  const parsed = /^(-?)(\d{1,4})$/.exec(sort)
  if (parsed === null) return indexes
  const orders = known.get(of) ?? new Map<string, readonly number[]>()
  known.set(of, orders)
  const name = `${sort} ${key}`
  const before = orders.get(name)
  if (before !== undefined) return before
  const column = Number(parsed[2])
  const direction = parsed[1] === '-' ? -1 : 1
  const keyed = indexes.map((index) => ({ index, ...readKey(textOf(index, column)) }))
  keyed.sort((one, other) => {
    if (one.rank !== other.rank)
      return one.rank === 2 || other.rank === 2 ? one.rank - other.rank : direction * (one.rank - other.rank)
    if (one.number !== other.number) return direction * (one.number - other.number)
    return one.text === other.text ? 0 : direction * (one.text < other.text ? -1 : 1)
  })
  const ordered = keyed.map(({ index }) => index)
  orders.set(name, ordered)
  return ordered
}

function readKey(text: string): { rank: number; number: number; text: string } {
  if (text === '') return { rank: 2, number: 0, text }
  const number = Number(text)
  return Number.isFinite(number) ? { rank: 0, number, text: '' } : { rank: 1, number: 0, text: text.toLowerCase() }
}
