import { type DecodedText, decodeEscapes, lengthWithoutUnfinished, toDecodedText } from './escapes.ts'

export const placeholder = '[token]'

/** Limit for nested escapes: without it, a text of nothing but `%252525…` would be slow. */
const maxDepth = 5
/** A shorter beginning of a token reveals nothing, and ordinary texts end with it by chance. */
const minBeginningLength = 8

type Span = readonly [start: number, end: number]

/** Replaces one secret in every spelling. Takes time in proportion to the text. */
export class Redactor {
  readonly #spellings: readonly string[]

  constructor(secret: string) {
    this.#spellings = [...new Set([secret, decodeFully(secret), ...listSpellings(secret)])]
  }

  /**
   * `mayBeCut`: also replaces a beginning of the secret at the text's end. A text without the secret is returned
   * unchanged.
   */
  redact(text: string, mayBeCut: boolean): string {
    const spans: Span[] = []
    this.#find(text, mayBeCut, (start, end) => spans.push([start, end]))
    // Most texts hold neither the secret nor an escape: decoding is skipped for them.
    let layer = /[\\%&]/.test(text) ? decodeEscapes(toDecodedText(text)) : undefined
    for (let depth = 1; layer !== undefined && depth <= maxDepth; depth += 1) {
      const { starts } = layer
      this.#find(layer.text, mayBeCut, (start, end) => spans.push([starts[start] ?? 0, starts[end] ?? 0]))
      layer = depth === maxDepth ? undefined : decodeEscapes(layer)
    }
    return replaceSpans(text, spans)
  }

  #find(text: string, mayBeCut: boolean, onFound: (start: number, end: number) => void): void {
    // The text may have been cut inside an escape.
    const ends = mayBeCut ? new Set([text.length, lengthWithoutUnfinished(text)]) : []
    for (const spelling of this.#spellings) {
      for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length)) {
        onFound(at, at + spelling.length)
      }
      for (const end of ends) {
        const start = findBeginning(text, end, spelling)
        if (start !== undefined) onFound(start, text.length)
      }
    }
  }
}

/** Start of the longest beginning of a spelling that ends at `end`. */
function findBeginning(text: string, end: number, spelling: string): number | undefined {
  const head = spelling.slice(0, minBeginningLength)
  const first = Math.max(0, end - spelling.length)
  for (let at = text.indexOf(head, first); at >= 0 && at + head.length <= end; at = text.indexOf(head, at + 1)) {
    if (spelling.startsWith(text.slice(at, end))) return at
  }
  return undefined
}

function decodeFully(text: string): string {
  let layer: DecodedText = toDecodedText(text)
  for (let next: DecodedText | undefined = layer; next !== undefined; next = decodeEscapes(layer)) layer = next
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

/** Shorter spellings occur in ordinary texts by chance. */
const minSpellingLength = 8

/**
 * Encodings of a secret: hexadecimal, and base64 or base64url at each offset within a group of three bytes.
 * Neighbouring text may be encoded with it. Base64 characters that also hold bits of a neighbour are left out: at most
 * six bits of the secret at either end.
 */
function listSpellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
  return [hex, hex.toUpperCase(), ...base64, ...base64.map(toUrlAlphabet)].filter(
    ({ length }) => length >= minSpellingLength,
  )
}

function toUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}
