// Packs the page into one script and one style, which stand beside what serves it.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export const pageSources = fileURLToPath(new URL('src/web/page', import.meta.url))

/** @param {string} folder */
export async function buildPage(folder) {
  const page = await rolldown({
    input: { page: join(pageSources, 'main.tsx') },
    platform: 'browser',
    tsconfig: join(pageSources, 'tsconfig.json'),
    // Elements by `h` instead of the newer call: a twentieth less of script.
    transform: {
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
  })
  mkdirSync(folder, { recursive: true })
  const files = await page.write({
    format: 'es',
    dir: folder,
    entryFileNames: '[name].js',
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await page.close()
  copyFileSync(join(pageSources, 'page.html'), join(folder, 'page.html'))
  // Rules of one folder's screens stand in it.
  const found = readdirSync(pageSources, { recursive: true, encoding: 'utf8' }).filter((name) => /[\\/].+\.css$/.test(name))
  const styles = ['page.css', ...found.sort()]
  const style = styles.map((name) => readFileSync(join(pageSources, name), 'utf8')).join('')
  const isNoCode = /\/\*.*?\*\/|(?<=[{};,])\s+/gs
  writeFileSync(join(folder, 'page.css'), style.replace(isNoCode, ''))
  return files
}
