import { decodeBytes } from '../package/decoding.ts'
import type { EncodingDoubt } from '../source.ts'
import { listCountryNames } from '../values/country-names.ts'

export const assumedEncoding = 'windows-1252'
/** In order of preference in a tie. */
const others = ['macintosh', 'cp850', 'windows-1250', 'windows-1251', 'shift_jis']
const mostTexts = 5_000
const longestText = 60

/** What no word has: it comes of a wrong encoding. */
const oddLetters = [
  /[\x80-\x9f\ufffd\u2500-\u25ff]/,
  // A sign inside a word; but an apostrophe, a dash, a middle dot, a space.
  /\p{L}(?![’‘–—‐·\u00a0\u00ad])[^\p{L}\p{M}\x00-\x7f]\p{L}/u,
  // Signs that no word ends or begins with.
  /\p{L}[‚„‡ˆ‰˜ƒ]|[ˆ˜ƒ]\p{L}/u,
  // A capital in the middle.
  /\p{Ll}(?![\x00-\x7f])\p{Lu}|\p{L}(?![\x00-\x7f])\p{Lu}\p{Ll}/u,
  // Two alphabets.
  /\p{sc=Latin}(?!\p{sc=Latin}|\p{sc=Common})\p{L}|(?!\p{sc=Latin}|\p{sc=Common})\p{L}\p{sc=Latin}/u,
  /(?:(?![\x00-\x7f])\p{sc=Latin}){3}/u,
]

interface Reading {
  encoding: string
  texts: readonly string[]
  countries: number
  odd: number
}

/** Collects texts of a file that is not UTF-8, and judges them in each encoding. Memory does not grow with the file. */
export class EncodingWitness {
  readonly #texts = new Set<string>()
  /** What may go on in the next chunk. */
  #rest = ''

  observe(chunk: Buffer): void {
    if (this.#texts.size >= mostTexts) return
    const fields = (this.#rest + chunk.toString('latin1')).split(/ *[,;\t|"\r\n]+ */)
    // Longer ones do not count.
    this.#rest = fields.pop()?.slice(-2 * longestText) ?? ''
    for (const field of fields) this.#add(field)
  }

  #add(field: string): void {
    if (field.length <= longestText && /[\x80-\xff]/.test(field)) this.#texts.add(field)
  }

  find(): EncodingDoubt | undefined {
    this.#add(this.#rest)
    const names = listCountryNames()
    const own = this.#readAs(assumedEncoding, names)
    if (own === undefined) return undefined
    const better = others
      .flatMap((encoding) => this.#readAs(encoding, names) ?? [])
      .filter(({ countries, odd }) => countries > own.countries || (countries === own.countries && odd < own.odd))
    const [best] = better.toSorted((one, other) => other.countries - one.countries || one.odd - other.odd)
    return best && showDifference(own.texts, best, names)
  }

  /** Undefined where its bytes are no text of this encoding. */
  #readAs(encoding: string, names: ReadonlySet<string>): Reading | undefined {
    const all = decodeBytes(Buffer.from([...this.#texts].join('\n'), 'latin1'), encoding)
    if (all.includes('\ufffd')) return undefined
    const texts = all.split('\n')
    const count = (isMeant: (text: string) => boolean): number => texts.filter(isMeant).length
    return { encoding, texts, countries: count((text) => isCountry(text, names)), odd: count(isOdd) }
  }
}

/** A country if there is one, else a text that looks odd in one reading only. */
function showDifference(own: readonly string[], { encoding, texts }: Reading, names: ReadonlySet<string>) {
  const at = own.findIndex((text, index) => isCountry(texts[index] ?? '', names) && !isCountry(text, names))
  const odd = own.findIndex((text, index) => isOdd(text) && !isOdd(texts[index] ?? ''))
  const index = at >= 0 ? at : odd
  return { encoding, shown: own[index]?.replace(/[\x80-\x9f]/g, '\ufffd') ?? '', meant: texts[index] ?? '' }
}

function isCountry(text: string, names: ReadonlySet<string>): boolean {
  return names.has(text.toLowerCase())
}

function isOdd(text: string): boolean {
  return oddLetters.some((expression) => expression.test(text))
}
