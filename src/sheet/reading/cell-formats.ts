import { formatOf, generalFormat, type NumberFormat } from '../number-format/classify.ts'
import { readTree, toInputError } from '../package/part-tree.ts'
import { XmlError } from '../package/xml-error.ts'
import { attributeOf, childOf, childrenOf } from '../package/xml-tree.ts'
import type { ZipArchive } from '../package/zip-archive.ts'

/** Excel's limit is 255. */
const longestCode = 4096

/** Number format by style index; styles share one object per format. */
export async function readFormats(archive: ZipArchive, part: string): Promise<readonly NumberFormat[]> {
  if (!archive.has(part)) return []
  const root = await readTree(archive, part)
  const codes = new Map<number, string>()
  for (const node of childrenOf(childOf(root, 'numFmts'), 'numFmt')) {
    const code = attributeOf(node, 'formatCode') ?? ''
    if (code.length > longestCode) {
      const error = new XmlError('too-large', `a number format of over ${longestCode} characters`)
      throw toInputError(archive.file, part, error)
    }
    codes.set(Number(attributeOf(node, 'numFmtId')), code)
  }
  const shared = new Map<number, NumberFormat>([[0, generalFormat]])
  return childrenOf(childOf(root, 'cellXfs'), 'xf').map((node) => {
    const id = Number(attributeOf(node, 'numFmtId') ?? 0)
    const format = shared.get(id) ?? formatOf(id, codes)
    shared.set(id, format)
    return format
  })
}
