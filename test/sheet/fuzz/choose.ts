import type { Random } from '../../rooms/support.ts'
export function below(random: Random, end: number): number {
  return Math.floor(random() * end)
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[below(random, items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** A stretch of something of this length, seldom a long one. */
export function stretch(random: Random, length: number): { start: number; end: number } {
  const start = below(random, length + 1)
  const longest = random() < 0.8 ? 40 : length
  return { start, end: Math.min(length, start + below(random, longest + 1)) }
}
