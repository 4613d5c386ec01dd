/** Cyrillic and Greek letters, and the Latin letters they resemble, in the same order. */
const foreign = 'АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανικρυχ'
const latin = 'ABESIJKMHOPCTYXaesijopcyxdqwhABEZHIKMNOPTYXoavikpux'
const latinTwins = new Map([...foreign].map((letter, index) => [letter, latin.charAt(index)]))

/** Cyrillic and Greek letters that resemble Latin ones. `found`: each letter and its alphabet, `“С” is Cyrillic`. */
export function findHomoglyphs(text: string): { latin: string; found: readonly string[] } | undefined {
  const letters = [...new Set([...text].filter((letter) => latinTwins.has(letter)))]
  if (letters.length === 0) return undefined
  return {
    latin: [...text].map((letter) => latinTwins.get(letter) ?? letter).join(''),
    found: letters.map(nameAlphabet),
  }
}

function nameAlphabet(letter: string): string {
  return `“${letter}” is ${/\p{Script=Greek}/u.test(letter) ? 'Greek' : 'Cyrillic'}`
}

/** Cyrillic and Greek letters beside Latin ones, or that all look Latin; none for a text in its own alphabet. */
export function findForeignLetters(text: string): readonly string[] {
  const letters = [...new Set(text.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu))]
  const isOwn = letters.some((letter) => !latinTwins.has(letter)) && !/\p{Script=Latin}/u.test(text)
  return isOwn ? [] : letters.map(nameAlphabet)
}

/** True when one word mixes Latin letters with similar ones: rarely intended, and invisible. */
export function hasMixedScripts(text: string): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return false
  return text
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word))
}
