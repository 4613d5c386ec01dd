/** Invisible characters: soft hyphen, zero-width space, direction marks, word joiner, byte order mark. */
const invisible = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Also the joiners: they carry meaning inside words of some scripts, but none at the ends. */
const empty = /[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
/** Nobody sees them. Unicode calls the braille blank a symbol. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const plainAscii = /^[\x20-\x7e]*$/
/** Composed letters without invisible characters, as most European text is. */
const plainLatin = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f]*$/
/** Plain Latin with single spaces inside. */
const plainLine = /^[\x21-\x7e\u00a1-\u00ac\u00ae-\u024f]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u024f]+)*$/
const plainWithoutBrackets = /^[\x20-\x27\x2a-\x5a\x5c\x5e-\x7a\x7c\x7e]*$/
/** Letters that do not decompose into a base letter and an accent. */
const baseLetters = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ς: 'σ' }),
)

/** Trims non-breaking and zero-width spaces too. */
export function trimText(text: string): string {
  // Loops, since a regular expression takes quadratic time on long runs of spaces.
  let start = 0
  let end = text.length
  while (start < end && isEmptyAt(text, start)) start++
  while (end > start && isEmptyAt(text, end - 1)) end--
  return text.slice(start, end)
}

/** Asks the expression only about the few characters outside printable ASCII. */
function isEmptyAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return (code <= 0x20 || code >= 0x7f) && empty.test(text.charAt(index))
}

/** Trims, joins white space to one space, drops invisible characters, composes accents. */
export function toOneLine(text: string): string {
  if (plainLine.test(text)) return text
  const visible = plainLatin.test(text) ? text : text.replace(invisible, '').normalize('NFC')
  return trimText(visible).replace(/\s+/g, ' ')
}

/** Invisible characters as `U+200B`; white space and controls are none. */
export function listUnseen(text: string): string[] {
  return plainLatin.test(text) ? [] : (text.match(unseen) ?? []).map(nameCharacter)
}

export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

export function foldText(text: string): string {
  const line = toOneLine(text)
  if (plainAscii.test(line)) return line.toLowerCase()
  const plain = line
    .replace(/[‘’‛ʼ´`′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħς]/g, toBaseLetter)
  return toOneLine(plain)
}

function toBaseLetter(letter: string): string {
  return baseLetters.get(letter) ?? letter
}

/** Folded words without punctuation and bracketed remarks; `startDate` is two words. */
export function headingWords(heading: string): string {
  const folded = foldText(toOneLine(heading).replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2'))
  return stripPunctuation(removeBracketed(folded)) || stripPunctuation(folded)
}

/** Ignores case, spaces, punctuation, accents and bracketed remarks. */
export function foldHeading(heading: string): string {
  // Fast path: nearly every cell compared with headings is such a text.
  if (plainWithoutBrackets.test(heading)) return heading.toLowerCase().replace(/[^a-z0-9]+/g, '')
  if (!plainLatin.test(heading) || /[()[\]{}]/.test(heading)) return headingWords(heading).replaceAll(' ', '')
  const lower = heading.normalize('NFKD').toLowerCase()
  return lower.replace(/[ßæœøłđðþıħς]/g, toBaseLetter).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Keeps the text in brackets: "To (country)" differs from "To (date)". */
export function foldWholeHeading(heading: string): string {
  return foldHeading(heading.replace(/[()[\]{}]/g, ' '))
}

function stripPunctuation(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()
}

/** An unclosed bracket extends to the end. */
function removeBracketed(text: string): string {
  if (!/[()[\]{}]/.test(text)) return text
  let depth = 0
  let kept = ''
  for (const character of text) {
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
    if (depth === 0 && ')]}'.includes(character)) kept += ' '
  }
  return kept
}

/** One ID in two spellings: without case, width, accents, spaces and dashes. */
export function foldId(id: string): string {
  return foldText(id.normalize('NFKC')).replace(/[\s\p{Pd}]+/gu, '')
}

/** Also without zeros before a number, which spreadsheets drop. */
export function foldEmployeeId(id: string): string {
  return foldId(id).replace(/(?<!\d)0+(?=\d)/g, '')
}
