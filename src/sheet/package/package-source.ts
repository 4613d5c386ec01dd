import { partKey, type ZipArchive } from './zip-archive.ts'

/** The parts of a package: an archive, or texts in memory. */
export type PackageSource = Pick<ZipArchive, 'file' | 'names' | 'has' | 'sizeOf' | 'read'>

export class MemoryPackage implements PackageSource {
  readonly file = 'a new workbook'
  /** By their names as they are written. */
  readonly texts: ReadonlyMap<string, string>
  readonly #parts: ReadonlyMap<string, Buffer>

  constructor(texts: ReadonlyMap<string, string>) {
    this.texts = texts
    this.#parts = new Map([...texts].map(([name, text]) => [partKey(name), Buffer.from(text)]))
  }

  get names(): string[] {
    return [...this.#parts.keys()]
  }

  has(name: string): boolean {
    return this.#parts.has(partKey(name))
  }

  sizeOf(name: string): number {
    return this.#parts.get(partKey(name))?.length ?? 0
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    yield this.#parts.get(partKey(name)) ?? Buffer.alloc(0)
  }
}
