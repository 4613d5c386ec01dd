import { formatOf, generalFormat, type NumberFormat } from '../number-format/classify.ts'
import { scanPart } from './scan-part.ts'
import { XmlError } from './xml-error.ts'
import type { XmlHandler } from './xml-handler.ts'
import type { XmlTag } from './xml-tag.ts'
import type { ZipArchive } from './zip-archive.ts'

/** Excel's limit is 255. */
const longestCode = 4096

/** Number format by style index; styles share one object per format. */
export async function readFormats(archive: ZipArchive, part: string): Promise<readonly NumberFormat[]> {
  if (!archive.has(part)) return []
  const handler = new StylesHandler()
  await scanPart(archive, part, handler)
  const shared = new Map<number, NumberFormat>()
  return handler.formatIds.map((id) => {
    const known = shared.get(id)
    if (known !== undefined) return known
    const format = id === 0 ? generalFormat : formatOf(id, handler.codes)
    shared.set(id, format)
    return format
  })
}

/** Reads `numFmts` and `cellXfs` only: conditional formatting and named styles have other formats. */
class StylesHandler implements XmlHandler {
  readonly wantsText = false
  readonly codes = new Map<number, string>()
  readonly formatIds: number[] = []
  readonly #path: string[] = []

  open(name: string, tag: XmlTag): void {
    const parent = this.#path.at(-1)
    this.#path.push(name)
    if (this.#path.length !== 3) return
    if (parent === 'numFmts' && name === 'numFmt') {
      const code = tag.attribute('formatCode') ?? ''
      if (code.length > longestCode)
        throw new XmlError('too-large', `a number format of over ${longestCode} characters`)
      this.codes.set(Number(tag.attribute('numFmtId')), code)
    } else if (parent === 'cellXfs' && name === 'xf') {
      this.formatIds.push(Number(tag.attribute('numFmtId') ?? 0))
    }
  }

  text(): void {}

  close(): void {
    this.#path.pop()
  }
}
