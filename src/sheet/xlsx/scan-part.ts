import { BatchError } from '../../support/errors.ts'
import { fetchAgain, inputError } from '../input-error.ts'
import { limits } from '../limits.ts'
import { XmlError } from './xml-error.ts'
import type { XmlHandler } from './xml-handler.ts'
import { XmlScanner } from './xml-scanner.ts'
import { toUtf8 } from './xml-text.ts'
import type { ZipArchive } from './zip-archive.ts'

export interface PartBounds {
  bytes: number
  elements: number
}

export async function scanPart(
  archive: ZipArchive,
  part: string,
  handler: XmlHandler,
  bounds: PartBounds = limits.part,
): Promise<void> {
  try {
    if (archive.sizeOf(part) > bounds.bytes) {
      throw new XmlError('too-large', `more than ${bounds.bytes / 1_048_576} MiB`)
    }
    const scanner = new XmlScanner(handler, bounds.elements)
    for await (const bytes of toUtf8(archive.read(part))) scanner.push(bytes)
    scanner.end()
  } catch (error) {
    throw toInputError(archive.file, part, error)
  }
}

/** For parts of any size: pauses after each chunk, so that the caller can take the rows. */
export async function* scanPartByChunk(archive: ZipArchive, part: string, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler)
  try {
    for await (const bytes of toUtf8(archive.read(part))) {
      scanner.push(bytes)
      yield
      while (scanner.isPaused) {
        scanner.resume()
        yield
      }
    }
    scanner.end()
  } catch (error) {
    throw toInputError(archive.file, part, error)
  }
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
