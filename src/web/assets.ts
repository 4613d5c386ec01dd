import { readFileSync } from 'node:fs'
import { heatRules } from '../messages/score-colours.ts'
import { BatchError } from '../support/errors.ts'

const files = [
  ['/', 'page.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
] as const

/**
 * The built page in `dist/web`, wherever this module runs from.
 * @throws BatchError when it is missing
 */
export function readAssets() {
  const colours = { 'page.css': `\n${heatRules(true)}\n` } as Readonly<Record<string, string>>
  return new Map(files.map(([path, name, type]) => [path, { content: readAsset(name) + (colours[name] ?? ''), type }]))
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
