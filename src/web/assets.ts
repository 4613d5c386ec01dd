import { readFileSync } from 'node:fs'
import { heatRules } from '../messages/score-colours.ts'
import { BatchError } from '../support/errors.ts'
import { pageLanguages, type SpokenLanguage } from './page-language.ts'

/** `*`: the page's language. */
const files = [
  ['/', 'page.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/texts.js', 'texts.*.js', 'text/javascript; charset=utf-8'],
  ['/help', 'help.*.md', 'text/plain; charset=utf-8'],
] as const

/**
 * The built page in `dist/web`, wherever this module runs from.
 * @throws BatchError when it is missing
 */
export function readAssets() {
  const colours = { 'page.css': `\n${heatRules(true)}\n` } as Readonly<Record<string, string>>
  return new Map(
    files.map(([path, name, type]) => {
      const contents = pageLanguages.map((language) => {
        const content = readAsset(name.replace('*', language)) + (colours[name] ?? '')
        return [language, content.replace('<html lang="en">', `<html lang="${language}">`)] as const
      })
      const by = new Map<SpokenLanguage, string>(contents)
      return [path, { contentIn: (language: SpokenLanguage = 'en') => by.get(language) ?? '', type }] as const
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
