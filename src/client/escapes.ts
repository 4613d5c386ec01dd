/** `starts` gives the position in the source for each character; one more entry marks the end. */
export interface DecodedText {
  text: string
  starts: Uint32Array
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

export function toDecodedText(text: string): DecodedText {
  const starts = new Uint32Array(text.length + 1)
  for (let index = 0; index < starts.length; index += 1) starts[index] = index
  return { text, starts }
}

/** Decodes every escape once; undefined when there is none. Linear time. */
export function decodeEscapes({ text, starts }: DecodedText): DecodedText | undefined {
  if (!/[\\%&]/.test(text)) return undefined
  const made = new Uint32Array(starts.length)
  let unfolded = ''
  let copied = 0
  let length = 0
  const copy = (end: number): void => {
    unfolded += text.slice(copied, end)
    made.set(starts.subarray(copied, end), length)
    length += end - copied
  }
  for (const match of text.matchAll(anyEscape)) {
    const character = meaningOf(match)
    if (character === undefined) continue
    copy(match.index)
    unfolded += character
    made[length] = starts[match.index] ?? 0
    length += 1
    copied = match.index + match[0].length
  }
  if (copied === 0) return undefined
  copy(text.length)
  made[length] = starts[text.length] ?? 0
  return { text: unfolded, starts: made.subarray(0, length + 1) }
}

export function lengthWithoutUnfinished(text: string): number {
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
