import { readFileSync } from 'node:fs'
import { heatRules } from '../messages/score-colours.ts'
import { BatchError } from '../support/errors.ts'
import { type Language, languages } from './page-language.ts'

const files = [
  ['/', 'page.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
] as const

/** The texts, in the page's language. */
const textsFile = ['/texts.js', 'texts.js', 'text/javascript; charset=utf-8'] as const

/**
 * The built page in `dist/web`, wherever this module runs from.
 * @throws BatchError when it is missing
 */
export function readAssets() {
  const colours = { 'page.css': `\n${heatRules()}\n` } as Readonly<Record<string, string>>
  return new Map(
    [...files, textsFile].map(([path, name, type]) => {
      const contents = languages.map((language) => {
        const content = readAsset(name === textsFile[1] ? `texts.${language}.js` : name) + (colours[name] ?? '')
        return [language, content.replace('<html lang="en">', `<html lang="${language}">`)] as const
      })
      const by = new Map<Language, string>(contents)
      return [path, { contentIn: (language: Language = 'en') => by.get(language) ?? '', type }] as const
    }),
  )
}

function readAsset(name: string): string {
  try {
    return readFileSync(new URL(`../../dist/web/${name}`, import.meta.url), 'utf8')
  } catch (error) {
    throw new BatchError('surroundings', `the page is not there: ${name} is missing`, {
      hint: 'Build it (npm run build), or install the program again.',
      cause: error,
    })
  }
}
