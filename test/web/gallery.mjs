// Every screen of the page in fixed states, as its test sees them: pictures in each view, and the accessibility tree.
// `npm run page:gallery` writes output/gallery/index.html.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'output/gallery')
rmSync(folder, { recursive: true, force: true })
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'test/vitest.config.ts', 'test/web/screens.slow.test.ts', '-t', 'every screen'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, RWA_TEST_SLOW: 'short', RWA_PICTURES: folder } },
)
const names = readdirSync(folder)
/** @param {string} text */
const toHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const screens = names
  .filter((name) => name.endsWith('.yml'))
  .map((name) => {
    const screen = name.replace('.yml', '')
    const pictures = names
      .filter((each) => each.startsWith(`${screen}, `))
      .map(
        (each) =>
          `<figure><img src="${encodeURIComponent(each)}" alt=""><figcaption>${toHtml(each)}</figcaption></figure>`,
      )
    const tree = toHtml(readFileSync(join(folder, name), 'utf8'))
    return `<h2>${toHtml(screen)}</h2><div>${pictures.join('')}</div><details><summary>Accessibility tree</summary><pre>${tree}</pre></details>`
  })
const style =
  'body{font-family:sans-serif}div{display:flex;flex-wrap:wrap;gap:1rem}img{max-width:40rem;border:1px solid}figure{margin:0}'
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>The page</title><style>${style}</style>${screens.join('')}</html>\n`,
)
process.exitCode = status ?? 1
