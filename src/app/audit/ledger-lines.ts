import type { AuditLine } from '../../ledger/port/reports.ts'
import { readExport } from './write-audit.ts'

/** The ledger's lines beside those of a file: each is taken once, and one that was passed over may still be. */
export class LedgerLines {
  readonly #lines: AsyncGenerator<AuditLine>
  readonly #passed = new Map<number, AuditLine>()
  #reached = 0
  #last = 0

  constructor(pages: AsyncIterable<readonly AuditLine[]> | undefined) {
    this.#lines = flatten(pages)
  }

  /** Up to the last line of the file; of an export of one input, also those of all others, unless it was named. */
  get missing(): number[] {
    return [...this.#passed.keys()].filter((number) => number < this.#last)
  }

  async take(number: number): Promise<{ found: AuditLine | undefined; isBehind: boolean }> {
    while (this.#reached < number) {
      const { value: line } = await this.#lines.next()
      if (line === undefined) break
      this.#passed.set(line.number, line)
      this.#reached = line.number
    }
    const found = this.#passed.get(number)
    this.#passed.delete(number)
    const isBehind = number <= this.#last
    if (found !== undefined) this.#last = Math.max(this.#last, number)
    return { found, isBehind }
  }

  /** Whether a line says that the ledger wrote a file with this last digest. */
  async findRecord(digest: string): Promise<boolean> {
    const isRecord = ({ operation, detail }: AuditLine): boolean =>
      operation === 'audit' && readExport(detail) === digest
    let isFound = [...this.#passed.values()].some(isRecord)
    for await (const line of this.#lines) isFound ||= isRecord(line)
    return isFound
  }
}

async function* flatten(pages: AsyncIterable<readonly AuditLine[]> | undefined): AsyncGenerator<AuditLine> {
  for await (const page of pages ?? []) yield* page
}
