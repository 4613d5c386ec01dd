import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Translation } from '../messages/face.ts'
import french from '../messages/languages/french.json' with { type: 'json' }
import german from '../messages/languages/german.json' with { type: 'json' }

export const pageLanguages = ['en', 'de', 'fr'] as const
export type SpokenLanguage = (typeof pageLanguages)[number]

const translations: Readonly<Partial<Record<SpokenLanguage, Translation>>> = { de: german, fr: french }

/** Of the one page of this process, for the one person with its key. */
class PageLanguage {
  #file: string | undefined
  /** Chosen in Settings; null: what the browser asks for. */
  chosen: SpokenLanguage | null = null
  spoken: SpokenLanguage = 'en'

  /** A choice is kept in the page's folder, beside the corrections: on this computer, for this person. */
  keepIn(folder: string | undefined): void {
    this.#file = folder && join(folder, 'language')
    try {
      this.chosen = toLanguage(this.#file && readFileSync(this.#file, 'utf8')) ?? null
    } catch {
      this.chosen = null
    }
  }

  choose(language: SpokenLanguage | null): void {
    this.chosen = language
    if (this.#file === undefined) return
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
    if (language === null) rmSync(this.#file, { force: true })
    else writeFileSync(this.#file, language, { mode: 0o600 })
  }

  /** For a browser that sends this `Accept-Language`: the first of its languages that the page has. */
  findFor(accepted = ''): SpokenLanguage {
    const wanted = accepted.split(',').map((each) => {
      const [tag = '', quality = '1'] = each.trim().split(/\s*;\s*q=/)
      return { language: toLanguage(tag.slice(0, 2).toLowerCase()), quality: Number(quality) }
    })
    const [first] = wanted
      .filter(({ quality }) => quality > 0)
      .toSorted((one, other) => other.quality - one.quality)
      .flatMap(({ language }) => language ?? [])
    return this.chosen ?? first ?? 'en'
  }

  /** With each request of the page. */
  speak(accepted: string | undefined): void {
    this.spoken = this.findFor(accepted)
  }

  get translation(): Translation | undefined {
    return translations[this.spoken]
  }
}

function toLanguage(text: string | undefined): SpokenLanguage | undefined {
  return pageLanguages.find((each) => each === text)
}

export const pageLanguage = new PageLanguage()
