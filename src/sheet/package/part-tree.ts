import { BatchError } from '../../support/errors.ts'
import { fetchAgain, inputError } from '../input-error.ts'
import { limits } from '../limits.ts'
import { joinPieces } from './bytes.ts'
import { toUtf8 } from './decoding.ts'
import { XmlError } from './xml-entities.ts'
import { parseDocument, type XmlNode } from './xml-tree.ts'
import { partKey, type ZipArchive } from './zip-archive.ts'

/** The root element of a small part. @throws BatchError `input` when the part is not sound. */
export async function readTree(archive: PackageSource, part: string, leaves?: ReadonlySet<string>): Promise<XmlNode> {
  try {
    return parseDocument(await readPartText(archive, part), leaves)
  } catch (error) {
    throw toInputError(archive.file, part, error)
  }
}

/** @throws BatchError `input` for more elements than any honest part has; a tree has 500,000 at most. */
export function refuseMany(archive: PackageSource, part: string, nodes: readonly XmlNode[], most: number): void {
  if (nodes.length <= most) return
  const error = new XmlError('too-large', `more than ${most} ${nodes[0]?.name.toLowerCase()}s`)
  throw toInputError(archive.file, part, error)
}

const texts = new WeakMap<PackageSource, Map<string, Promise<string>>>()

/** A part to be edited, read once for an archive. It says UTF-8, also where the part is written in another encoding. */
export function partText(archive: PackageSource, part: string): Promise<string> {
  const known = texts.get(archive) ?? new Map<string, Promise<string>>()
  texts.set(archive, known)
  const text = known.get(part) ?? readPartText(archive, part).then(sayUtf8)
  known.set(part, text)
  return text
}

export function sayUtf8(text: string): string {
  return text.replace(/^(<\?xml[^>]*?\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/i, (whole, before: string) =>
    /["']utf-8["']$/i.test(whole) ? whole : `${before}"UTF-8"`,
  )
}

/** A function of its own: its bytes are free before a tree is made of the text. */
async function readPartText(archive: PackageSource, part: string): Promise<string> {
  if (archive.sizeOf(part) > limits.part.bytes)
    throw toInputError(archive.file, part, new XmlError('too-large', `more than ${limits.part.bytes / 1_048_576} MiB`))
  return (await joinPieces(toUtf8(archive.read(part)))).toString('utf8')
}

/** Turns an `XmlError` into a message for the user; other errors stay as they are. */
export function toInputError(file: string, part: string, error: unknown): unknown {
  if (error instanceof BatchError || !(error instanceof XmlError)) return error
  if (error.kind === 'dtd') {
    const what = `contains a document type declaration in its part ${part}, which no spreadsheet program writes; it is refused for safety`
    return inputError(file, what, 'Find out where the file comes from; if it can be trusted, save it again as .xlsx.')
  }
  if (error.kind === 'too-large') {
    const hint = 'If it is an honest workbook, copy the rows into a new one, or save the sheet as CSV.'
    return inputError(file, `is larger than the limits allow: ${error.message} in its part ${part}`, hint)
  }
  return inputError(file, `is damaged: its part ${part} is not sound (${error.message})`, fetchAgain)
}

/** The parts of a package: an archive, or texts in memory. */
export type PackageSource = Pick<ZipArchive, 'file' | 'names' | 'has' | 'sizeOf' | 'read'>

export class MemoryPackage implements PackageSource {
  readonly file = 'a new workbook'
  readonly names: string[]
  /** By their names as they are written. */
  readonly texts: readonly (readonly [name: string, text: string])[]

  constructor(texts: Readonly<Record<string, string>>) {
    this.texts = Object.entries(texts)
    this.names = Object.keys(texts).map(partKey)
  }

  has(name: string): boolean {
    return this.names.includes(partKey(name))
  }

  sizeOf(name: string): number {
    return this.#bytesOf(name).length
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    yield this.#bytesOf(name)
  }

  #bytesOf(name: string): Buffer {
    return Buffer.from(this.texts[this.names.indexOf(partKey(name))]?.[1] ?? '')
  }
}
