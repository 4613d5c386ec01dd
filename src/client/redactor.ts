import { asLayer, type Layer, lengthWithoutUnfinished, unfold } from './escapes.ts'
import { listSpellings } from './spellings.ts'

/** What stands where the token stood. */
export const placeholder = '[token]'

/** So often an escape may itself be escaped; more would make texts of nothing but `%252525…` slow. */
const deepest = 5
/** A shorter beginning of a token tells nothing, and stands at the end of honest texts. */
const shortestBeginning = 8

type Span = readonly [start: number, end: number]

/** Replaces one secret in texts, whatever it was written as. Takes time in proportion to the text. */
export class Redactor {
  readonly #spellings: readonly string[]

  constructor(secret: string) {
    this.#spellings = [...new Set([secret, unfoldFully(secret), ...listSpellings(secret)])]
  }

  /** `mayBeCut`: also a secret that the text ends within. A text without the secret comes back as it is. */
  redact(text: string, mayBeCut: boolean): string {
    const spans: Span[] = []
    let layer: Layer | undefined
    // Most texts hold neither the secret nor an escape: no layer is made of them.
    for (const span of this.#find(text, mayBeCut)) spans.push(span)
    if (/[\\%&]/.test(text)) layer = unfold(asLayer(text))
    for (let depth = 1; layer !== undefined && depth <= deepest; depth += 1) {
      const { starts } = layer
      for (const [start, end] of this.#find(layer.text, mayBeCut)) spans.push([starts[start] ?? 0, starts[end] ?? 0])
      layer = depth === deepest ? undefined : unfold(layer)
    }
    return replaceSpans(text, spans)
  }

  *#find(text: string, mayBeCut: boolean): Generator<Span> {
    for (const spelling of this.#spellings) {
      for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length)) {
        yield [at, at + spelling.length]
      }
      if (!mayBeCut) continue
      // What is cut may be cut within an escape.
      const end = lengthWithoutUnfinished(text)
      const start = Math.min(startOfBeginning(text, text.length, spelling), startOfBeginning(text, end, spelling))
      if (start < text.length) yield [start, text.length]
    }
  }
}

/** Where the longest beginning of a spelling starts that ends at `end`; past the text when none does. */
function startOfBeginning(text: string, end: number, spelling: string): number {
  const longest = Math.min(spelling.length - 1, end)
  for (let length = longest; length >= shortestBeginning; length -= 1) {
    if (text.startsWith(spelling.slice(0, length), end - length)) return end - length
  }
  return Number.POSITIVE_INFINITY
}

function unfoldFully(text: string): string {
  let layer: Layer = asLayer(text)
  for (let next: Layer | undefined = layer; next !== undefined; next = unfold(layer)) layer = next
  return layer.text
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  let clean = ''
  let done = 0
  for (const [start, end] of spans.toSorted((left, right) => left[0] - right[0])) {
    // Spellings overlap where one is part of another.
    if (start >= done) clean += `${text.slice(done, start)}${placeholder}`
    done = Math.max(done, end)
  }
  return clean + text.slice(done)
}
