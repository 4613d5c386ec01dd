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
    plugins: [servedTexts],
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
  for (const [language, name] of Object.entries(languages)) writeTexts(join(folder, `texts.${language}.js`), name)
  for (const [language, name] of Object.entries({ en: 'page', de: 'page.de', fr: 'page.fr' })) {
    copyFileSync(join(pageSources, `../../help/${name}.md`), join(folder, `help.${language}.md`))
  }
  return files
}

const languages = { en: 'english', de: 'german', fr: 'french' }

/** The texts come from the program, in the page's language: as a script, as some browsers load no JSON. */
const servedTexts = {
  name: 'served-texts',
  resolveId(/** @type {string} */ id) {
    if (id === '/texts.js') return { id, external: /** @type {const} */ (true) }
    return id.endsWith('/english.json') ? '\0served-texts' : undefined
  },
  load: (/** @type {string} */ id) =>
    id === '\0served-texts'
      ? { code: "export { default } from '/texts.js'", moduleType: /** @type {const} */ ('js') }
      : undefined,
}

/** With the engine's words that the page itself shows, in the place of all of them. @param {string} file @param {string} name */
function writeTexts(file, name) {
  const read = (/** @type {string} */ place) => JSON.parse(readFileSync(join(pageSources, place), 'utf8'))
  const texts = read(`texts/${name}.json`)
  const { states, titles } = read(`../../messages/languages/${name}.json`)
  writeFileSync(file, `export default ${JSON.stringify({ ...texts, states, titles })}\n`)
}
