/** Letters of the Cyrillic and Greek alphabets, and the Latin ones they look like, in the same order. */
const foreign = 'АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανικρυχ'
const latin = 'ABESIJKMHOPCTYXaesijopcyxdqwhABEZHIKMNOPTYXoavikpux'
const latinTwins = new Map([...foreign].map((letter, index) => [letter, latin.charAt(index)]))

export interface Homoglyphs {
  /** The text with Latin letters in place of their look-alikes. */
  latin: string
  /** Each letter found and its alphabet: `“С” is Cyrillic`. */
  found: readonly string[]
}

/** The Cyrillic and Greek letters that pass for Latin ones; undefined when there are none. */
export function findHomoglyphs(text: string): Homoglyphs | undefined {
  const letters = [...new Set([...text].filter((letter) => latinTwins.has(letter)))]
  if (letters.length === 0) return undefined
  return {
    latin: [...text].map((letter) => latinTwins.get(letter) ?? letter).join(''),
    found: letters.map((letter) => `“${letter}” is ${/\p{Script=Greek}/u.test(letter) ? 'Greek' : 'Cyrillic'}`),
  }
}

/** Whether one word mixes Latin letters with look-alikes: seldom meant, and never seen. */
export function hasMixedScripts(text: string): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return false
  return text
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word))
}
