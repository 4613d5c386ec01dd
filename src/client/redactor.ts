export const placeholder = '[token]'

/** Limit for nested escapes: without it, a text of nothing but `%252525…` would be slow. */
const maxDepth = 5
/** Shorter spellings, and beginnings, reveal nothing, and occur in ordinary texts by chance. */
const minLength = 8

type Span = readonly [start: number, end: number]

/**
 * What replaces one secret in every spelling, in a time proportional to the text. `mayBeCut`: also a beginning of the
 * secret at the text's end. A text without the secret is returned unchanged.
 */
export function createRedactor(secret: string): (text: string, mayBeCut: boolean) => string {
  const spellings = [...new Set([secret, decodeFully(secret), ...listSpellings(secret)])]
  return (text, mayBeCut) => {
    const spans: Span[] = []
    let layer: DecodedText | undefined = { text }
    for (let depth = 0; layer !== undefined; depth += 1) {
      const { starts } = layer
      const placeOf = (index: number): number => (starts === undefined ? index : (starts[index] ?? 0))
      const found = findSpans(layer.text, spellings, mayBeCut)
      spans.push(...found.map(([start, end]): Span => [placeOf(start), placeOf(end)]))
      layer = depth === maxDepth ? undefined : decodeEscapes(layer)
    }
    return replaceSpans(text, spans)
  }
}

function findSpans(text: string, spellings: readonly string[], mayBeCut: boolean): Span[] {
  const found: Span[] = []
  // The text may have been cut inside an escape.
  const ends = mayBeCut ? new Set([text.length, lengthWithoutUnfinished(text)]) : []
  for (const spelling of spellings) {
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length)) {
      found.push([at, at + spelling.length])
    }
    for (const end of ends) {
      const start = findBeginning(text, end, spelling)
      if (start !== undefined) found.push([start, text.length])
    }
  }
  return found
}

/** Start of the longest beginning of a spelling that ends at `end`. */
function findBeginning(text: string, end: number, spelling: string): number | undefined {
  const head = spelling.slice(0, minLength)
  const first = Math.max(0, end - spelling.length)
  for (let at = text.indexOf(head, first); at >= 0 && at + head.length <= end; at = text.indexOf(head, at + 1)) {
    if (spelling.startsWith(text.slice(at, end))) return at
  }
  return undefined
}

function decodeFully(text: string): string {
  let layer: DecodedText = { text }
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
  const base64url = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))
  return [hex, hex.toUpperCase(), ...base64, ...base64url].filter(({ length }) => length >= minLength)
}

/** `starts`: the position in the source of each character and of the end; undefined for the source itself. */
interface DecodedText {
  text: string
  starts?: readonly number[]
}

/** Escapes of printable ASCII in JSON, scripts, addresses and HTML. Only `"`, `\` and `/` follow a lone `\`. */
const anyEscape =
  /\\(?:u00([2-7][\da-f])|u\{0{0,4}([2-7][\da-f])\}|x([2-7][\da-f])|(["'\\/]))|%([2-7][\da-f])|&(?:#x0{0,6}([2-7][\da-f]);?|#0{0,6}(\d{2,3});?|([a-z]{2,12});)/gi

const unfinished = /(?:\\(?:u\{?[\da-f]{0,4}|x[\da-f]?)?|%[\da-f]?|&(?:#x?[\da-f]{0,8}|[a-z]{0,12}))$/i

/** HTML's named entities for the characters that a token may have. */
const named: Readonly<Record<string, string>> = {
  excl: '!',
  quot: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  midast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  equals: '=',
  gt: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  hat: '^',
  lowbar: '_',
  underbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  verticalline: '|',
  rcub: '}',
  rbrace: '}',
}

/** Decodes every escape once; undefined when there is none. Linear time. */
function decodeEscapes({ text, starts }: DecodedText): DecodedText | undefined {
  if (!/[\\%&]/.test(text)) return undefined
  const made: number[] = []
  let decoded = ''
  let copied = 0
  const copy = (end: number): void => {
    decoded += text.slice(copied, end)
    for (; copied < end; copied += 1) made.push(starts?.[copied] ?? copied)
  }
  for (const match of text.matchAll(anyEscape)) {
    const character = meaningOf(match)
    if (character === undefined) continue
    copy(match.index)
    decoded += character
    made.push(starts?.[copied] ?? copied)
    copied += match[0].length
  }
  if (copied === 0) return undefined
  copy(text.length)
  made.push(starts?.[copied] ?? copied)
  return { text: decoded, starts: made }
}

function lengthWithoutUnfinished(text: string): number {
  const found = unfinished.exec(text.slice(-20))
  return found === null ? text.length : text.length - found[0].length
}

function meaningOf([, unicode, braced, byte, plain, percent, hex, decimal, name]: RegExpMatchArray):
  | string
  | undefined {
  if (plain !== undefined) return plain
  if (name !== undefined) return Object.hasOwn(named, name.toLowerCase()) ? named[name.toLowerCase()] : undefined
  const digits = unicode ?? braced ?? byte ?? percent ?? hex
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined
}
