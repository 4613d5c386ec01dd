const longestWatched = 15
const cellsKept = 5
const fewestIds = 20
/** In numbers counted up from 1, at least a tenth are shorter than the rest. */
const largestShare = 0.05

interface LengthClass {
  count: number
  startingWithZero: number
  cells: string[]
}

export class LostZerosDetector {
  readonly #classes = new Map<number, LengthClass>()
  #digitIds = 0

  observe(id: string, cell: string): void {
    if (!/^\d+$/.test(id) || id.length > longestWatched) return
    const known = this.#classes.get(id.length)
    const lengthClass = known ?? { count: 0, startingWithZero: 0, cells: [] }
    if (known === undefined) this.#classes.set(id.length, lengthClass)
    this.#digitIds += 1
    lengthClass.count += 1
    if (id.startsWith('0')) lengthClass.startingWithZero += 1
    if (lengthClass.cells.length < cellsKept) lengthClass.cells.push(cell)
  }

  /** Ids were probably longer when others of the column have leading zeros, or nearly all have one length. */
  find(): { count: number; cells: readonly string[]; usualLength: number } | undefined {
    const byCount = [...this.#classes].sort(([, left], [, right]) => right.count - left.count)
    // The length of ids with leading zeros is the rule, however many have lost theirs.
    const usual = byCount.find(([, { startingWithZero }]) => startingWithZero > 0) ?? byCount[0]
    if (usual === undefined) return undefined
    const [usualLength, { startingWithZero }] = usual
    const shorter = [...this.#classes].filter(([length]) => length < usualLength).map(([, shortClass]) => shortClass)
    const count = shorter.reduce((sum, shortClass) => sum + shortClass.count, 0)
    const isRare = this.#digitIds >= fewestIds && count <= largestShare * this.#digitIds
    if (count === 0 || !(startingWithZero > 0 || isRare)) return undefined
    return { count, cells: shorter.flatMap(({ cells }) => cells).slice(0, cellsKept), usualLength }
  }
}
