import { decodeEntities, decodeUtf8 } from './xml-entities.ts'
import { XmlProblem } from './xml-problem.ts'

const greaterThan = 62
const lessThan = 60
const slash = 47
const equals = 61
const colon = 58
const doubleQuote = 34
const singleQuote = 39

/** Marks kept of an attribute: start of its name, start behind the prefix, end, start and end of its value. */
const marksEach = 5

/**
 * The attributes of the start tag that is being read, as places in the text, so that nothing is cut out that nobody
 * asks for. Only valid until the next tag.
 */
export class XmlTag {
  /** The bytes of the part's UTF-8, one character each. */
  text = ''
  count = 0
  readonly #marks: number[] = []

  /** An attribute by its name as written. */
  attribute(name: string): string | undefined {
    return this.#find(name, 0)
  }

  /** An attribute by its name behind whatever prefix (`r:id`, `ns2:id`). */
  attributeOfAnyPrefix(name: string): string | undefined {
    return this.#find(name, 1)
  }

  /** The code of an attribute's name when that is a single character without a prefix, else 0. */
  shortName(index: number): number {
    const start = this.#marks[index * marksEach] ?? 0
    return this.#marks[index * marksEach + 2] === start + 1 ? this.text.charCodeAt(start) : 0
  }

  valueStart(index: number): number {
    return this.#marks[index * marksEach + 3] ?? 0
  }

  valueEnd(index: number): number {
    return this.#marks[index * marksEach + 4] ?? 0
  }

  value(index: number): string {
    return decodeEntities(decodeUtf8(this.text.slice(this.valueStart(index), this.valueEnd(index))))
  }

  #find(name: string, startMark: 0 | 1): string | undefined {
    for (let index = 0; index < this.count; index += 1) {
      const start = this.#marks[index * marksEach + startMark] ?? 0
      const length = (this.#marks[index * marksEach + 2] ?? 0) - start
      if (length === name.length && this.text.startsWith(name, start)) return this.value(index)
    }
    return undefined
  }

  /** Marks the attributes from behind the tag's name; gives the place behind its ">", or -1 when that has not come yet. */
  take(text: string, from: number): number {
    const marks = this.#marks
    this.text = text
    this.count = 0
    let at = from
    for (;;) {
      while (text.charCodeAt(at) <= 32) at += 1
      if (at >= text.length) return -1
      const code = text.charCodeAt(at)
      if (code === greaterThan) return at + 1
      if (code === slash) {
        if (at + 1 >= text.length) return -1
        if (text.charCodeAt(at + 1) !== greaterThan) throw new XmlProblem('malformed', 'a "/" within a tag')
        return at + 2
      }
      const mark = this.count * marksEach
      marks[mark] = at
      marks[mark + 1] = at
      for (; at < text.length; at += 1) {
        const letter = text.charCodeAt(at)
        if (letter === equals || letter <= 32) break
        if (letter === colon) marks[mark + 1] = at + 1
        else if (letter === greaterThan || letter === lessThan || letter === doubleQuote) throw withoutValue()
      }
      marks[mark + 2] = at
      at = this.#takeValue(text, at, mark)
      if (at < 0) return -1
      this.count += 1
    }
  }

  #takeValue(text: string, from: number, mark: number): number {
    let at = from
    while (text.charCodeAt(at) <= 32) at += 1
    if (at >= text.length) return -1
    if (text.charCodeAt(at) !== equals) throw withoutValue()
    at += 1
    while (text.charCodeAt(at) <= 32) at += 1
    if (at >= text.length) return -1
    const quote = text.charCodeAt(at)
    if (quote !== doubleQuote && quote !== singleQuote) throw withoutValue()
    at += 1
    this.#marks[mark + 3] = at
    while (at < text.length && text.charCodeAt(at) !== quote) at += 1
    if (at >= text.length) return -1
    this.#marks[mark + 4] = at
    return at + 1
  }
}

function withoutValue(): XmlProblem {
  return new XmlProblem('malformed', 'an attribute without a value')
}
