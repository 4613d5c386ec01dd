import { limits } from '../limits.ts'
import { scanPart } from './part.ts'
import { StringStore } from './string-store.ts'
import { decodeOfficeEscapes } from './xml-entities.ts'
import { XmlProblem } from './xml-problem.ts'
import type { XmlHandler } from './xml-scanner.ts'
import type { ZipArchive } from './zip-archive.ts'

/** The texts that cells name by number; none when the workbook has no such part. */
export async function readSharedStrings(archive: ZipArchive, part: string): Promise<StringStore> {
  const handler = new SharedStringsHandler()
  if (archive.has(part)) await scanPart(archive, part, handler)
  return handler.strings
}

/** Joins the runs of rich text; phonetic readings (`rPh`) are no part of it. */
class SharedStringsHandler implements XmlHandler {
  readonly strings = new StringStore()
  wantsText = false
  #text = ''
  #chars = 0
  #phonetic = 0

  open(name: string): void {
    if (name === 't') this.wantsText = this.#phonetic === 0
    else if (name === 'si') this.#text = ''
    else if (name === 'rPh') this.#phonetic += 1
  }

  text(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
    this.#chars += text.length
    if (this.#text.length > limits.recordChars || this.#chars > limits.sharedStringChars) {
      throw new XmlProblem('too-large', 'too much text')
    }
  }

  close(name: string): void {
    if (name === 't') {
      this.wantsText = false
    } else if (name === 'rPh') {
      this.#phonetic -= 1
    } else if (name === 'si') {
      this.strings.add(decodeOfficeEscapes(this.#text))
      if (this.strings.size > limits.sharedStrings)
        throw new XmlProblem('too-large', `more than ${limits.sharedStrings} texts`)
    }
  }
}
