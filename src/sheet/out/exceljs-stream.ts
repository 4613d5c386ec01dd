import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type ExcelJS from 'exceljs'

/** The parts of exceljs 4.4 (its last release) that its types leave out. */
interface SheetInternals {
  stream: { pipes: readonly Writable[]; write(data: string | { length: number }): Promise<boolean> }
  dataValidations: { add(range: string, validation: ExcelJS.DataValidation): void }
  _writeHyperlinks(): void
  _writeSheetProtection(): void
}

const pendingLimit = 256 * 1024

/** One worksheet of exceljs's streaming writer, with what it lacks: back-pressure, a size, a legal order of its parts. */
export class SheetStream {
  readonly sheet: ExcelJS.Worksheet
  /** Bytes of XML so far. */
  bytes = 0
  readonly #internals: SheetInternals

  constructor(sheet: ExcelJS.Worksheet) {
    this.sheet = sheet
    this.#internals = sheet as unknown as SheetInternals
    this.#countBytes()
    this.#writeHyperlinksLast()
  }

  /** Lets the compressor and the disk catch up; exceljs itself never waits for them. */
  async drain(signal: AbortSignal): Promise<void> {
    await setImmediate()
    for (const pipe of this.#internals.stream.pipes) {
      if (pipe.writableLength > pendingLimit) await once(pipe, 'drain', { signal })
    }
  }

  addValidation(range: string, validation: ExcelJS.DataValidation): void {
    this.#internals.dataValidations.add(range, validation)
  }

  #countBytes(): void {
    const { stream } = this.#internals
    const write = stream.write.bind(stream)
    stream.write = (data) => {
      this.bytes += typeof data === 'string' ? Buffer.byteLength(data) : data.length
      return write(data)
    }
  }

  /** exceljs writes hyperlinks before conditional formats and validations; Excel calls such a file damaged. */
  #writeHyperlinksLast(): void {
    const internals = this.#internals
    const writeHyperlinks = internals._writeHyperlinks.bind(this.sheet)
    internals._writeHyperlinks = () => {}
    // Sheets are never protected here, and protection is what exceljs writes next after the validations.
    internals._writeSheetProtection = writeHyperlinks
  }
}
