/** A token with every kind of character that one alphabet or another writes differently. */
export const spelledToken = 'sk+live/AbCdEf0123456789+/xyz=='

export interface Spelling {
  name: string
  /** As it stands between the quotes of a JSON text. */
  json: string
  /** As it stands in any other text. */
  text: string
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16)
}

function each(write: (character: string, index: number) => string): string {
  return [...spelledToken].map(write).join('')
}

function isOdd(character: string): boolean {
  return /[^\w]/.test(character)
}

const unicode = (character: string): string => `\\u${codeOf(character).padStart(4, '0')}`
const percent = (character: string): string => `%${codeOf(character)}`
const bytesOf = (text: string): Buffer => Buffer.from(text)

/** Spellings that only a decoder of JSON takes away. */
const jsonSpellings: readonly [name: string, json: string][] = [
  ['PHP’s JSON', spelledToken.replaceAll('/', '\\/')],
  [
    '.NET’s JSON',
    each((character) => (isOdd(character) ? unicode(character).toUpperCase().replace('U', 'u') : character)),
  ],
  ['JSON, all of it in escapes', each(unicode)],
  [
    'JSON, every second character in escapes',
    each((character, index) => (index % 2 === 0 ? unicode(character) : character)),
  ],
]

const names: Readonly<Record<string, string>> = { '+': 'plus', '/': 'sol', '=': 'equals' }

/** Spellings that stay in a text of JSON when it was decoded. */
const textSpellings: readonly [name: string, text: string][] = [
  ['as it is', spelledToken],
  ['behind Bearer', `Bearer ${spelledToken}`],
  ['an address', encodeURIComponent(spelledToken)],
  ['an address in lower case', encodeURIComponent(spelledToken).replace(/%../g, (code) => code.toLowerCase())],
  ['a form', new URLSearchParams({ t: spelledToken }).toString().slice(2)],
  ['an address with / as it is', encodeURIComponent(spelledToken).replaceAll('%2F', '/')],
  ['an address, all of it in escapes', each(percent)],
  ['an address, every third character', each((character, index) => (index % 3 === 0 ? percent(character) : character))],
  ['an address twice', encodeURIComponent(encodeURIComponent(spelledToken))],
  ['HTML in decimal', each((character) => `&#${character.charCodeAt(0)};`)],
  ['HTML in hexadecimal', each((character) => `&#x${codeOf(character)};`)],
  ['HTML in hexadecimal with zeros', each((character) => `&#X00${codeOf(character).toUpperCase()};`)],
  ['HTML by name', each((character) => (names[character] === undefined ? character : `&${names[character]};`))],
  ['HTML twice', each((character) => (isOdd(character) ? `&amp;#${character.charCodeAt(0)};` : character))],
  ['JSON in JSON', spelledToken.replaceAll('/', '\\/')],
  ['JSON in JSON, in escapes', each(unicode)],
  ['a script', each((character) => `\\x${codeOf(character)}`)],
  ['base64', bytesOf(spelledToken).toString('base64')],
  ['base64url', bytesOf(spelledToken).toString('base64url')],
  ['base64 of Bearer', bytesOf(`Bearer ${spelledToken}`).toString('base64')],
  ['base64 one further', bytesOf(`x${spelledToken}y`).toString('base64')],
  ['base64 two further', bytesOf(`id:${spelledToken}; `).toString('base64').slice(2)],
  ['base64url of Basic', bytesOf(`user:${spelledToken}`).toString('base64url')],
  ['base64 in an address', encodeURIComponent(bytesOf(spelledToken).toString('base64'))],
  ['hexadecimal', bytesOf(spelledToken).toString('hex')],
]

/** The token in every alphabet in which a service may echo it. */
export const spellings: readonly Spelling[] = [
  ...textSpellings.map(([name, text]) => ({ name, text, json: JSON.stringify(text).slice(1, -1) })),
  ...jsonSpellings.map(([name, json]) => ({ name, text: json, json })),
]

/** Parts of each spelling that must stand nowhere; what stands around the token in one is none of them. */
export const forbidden: readonly string[] = [
  ...new Set(
    spellings.flatMap(({ text, json }) =>
      [text, json].flatMap((whole) => {
        const middle = Math.floor(whole.length / 2)
        return [whole.slice(middle - 8, middle + 4), whole.slice(-17, -5)]
      }),
    ),
  ),
]
