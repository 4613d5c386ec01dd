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
  // A sign inside a word; but an apostrophe, a dash, a dot, a times sign, a space.
  /\p{L}(?![’‘–—‐·×\u00a0\u00ad])[^\p{L}\p{M}\x00-\x7f]\p{L}/u,
  // Signs that no word ends or begins with.
  /\p{L}[‚„‡ˆ‰˜ƒ]|[ˆ˜ƒ]\p{L}|(?![\x00-\x7f°©®™€×])[\p{S}\p{No}]\p{L}/u,
  // A capital in the middle.
  /\p{Ll}(?![\x00-\x7f])\p{Lu}|(?![\x00-\x7f])\p{Ll}\p{Lu}|\p{L}(?![\x00-\x7f])\p{Lu}\p{Ll}/u,
  // Two alphabets.
  /\p{sc=Latin}(?!\p{sc=Latin}|\p{sc=Common})\p{L}|(?!\p{sc=Latin}|\p{sc=Common})\p{L}\p{sc=Latin}/u,
  /(?:(?![\x00-\x7f])\p{sc=Latin}){4}/u,
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
  #found: { doubt: EncodingDoubt | undefined } | undefined
  /** What may go on in the next chunk. */
  #rest = ''

  observe(chunk: Buffer): void {
    if (this.#texts.size >= mostTexts) return
    const all = this.#rest + chunk.toString('latin1')
    for (const { index, 0: end } of all.matchAll(/[\x80-\xff][^,;\t|"\r\n]*/g)) {
      const to = index + end.length
      if (to < all.length) this.#add(all.slice(findStart(all, index), to))
    }
    this.#rest = all.slice(findStart(all, all.length))
  }

  #add(text: string): void {
    if (text.length <= longestText && /[\x80-\xff]/.test(text)) this.#texts.add(text.replace(/^ +| +$/g, ''))
  }

  /** Found once it is asked for: it takes 40 ms. */
  get doubt(): EncodingDoubt | undefined {
    this.#found ??= { doubt: this.#find() }
    return this.#found.doubt
  }

  #find(): EncodingDoubt | undefined {
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

/** Of the field at this place; of one that is too long, any place in it. */
function findStart(all: string, at: number): number {
  let start = at
  while (start > 0 && at - start <= longestText && !/[,;\t|"\r\n]/.test(all.charAt(start - 1))) start -= 1
  return start
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
