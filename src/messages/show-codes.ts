/** Characters that control a terminal or reverse the reading: C0 but tabs and line ends, DEL, C1, bidi controls. */
const disruptive = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const shownCode = /\\u\{([0-9a-f]{1,4})\}/g

/** What any face shows of a text from a sheet, a service or a file name: `\u{202e}` for a disruptive character. */
export function showCodes(text: string): string {
  return text.replace(disruptive, codeOfCharacter)
}

/** For terminals: a line end could begin a line that looks like one of the program's own. */
export function showOnOneLine(text: string): string {
  return showCodes(text).replace(/[\n\r]/g, codeOfCharacter)
}

/** The text again that was shown, and edited where it was shown. */
export function hideCodes(shown: string): string {
  return shown.replace(shownCode, (code, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16))
    return showCodes(character) === code ? character : code
  })
}

/** JSON that holds the same, for a terminal: only what `JSON.stringify` leaves as it is can be there. */
export function escapeCodes(json: string): string {
  return json.replace(disruptive, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function codeOfCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}
