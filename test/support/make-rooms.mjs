// Writes `test/rooms`: for each room of `src` a file that exports what its files do, so that a room can be rearranged
// inside without a test being touched. Names are unique in `src`, which another test sees to.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const exported = /^export (?:abstract |async )*(interface|type|class|const|enum|function)\*? (\w+)/gm

/** The room of a file in `src`: a folder of the second level, or the files beside those. @param {string} path */
export const roomOf = (path) => path.split('/').slice(0, -1).slice(0, 2).join('/')

/** What each file of `src` exports; the library, and what runs in a browser, are no rooms to Node.js. */
export function readExports(source = join(root, 'src')) {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  return paths
    .filter((path) => path !== 'index.ts' && !path.startsWith('web/page/'))
    .toSorted()
    .map((path) => {
      const found = [...readFileSync(join(source, path), 'utf8').matchAll(exported)]
      const names = found.map(([, kind = '', name = '']) => ({ name, isType: ['interface', 'type'].includes(kind) }))
      return { path, names }
    })
}

/** Written only where it differs: who watches it is not disturbed. */
export function makeRooms(target = join(root, 'test/rooms')) {
  const rooms = new Map()
  for (const { path, names } of readExports()) {
    if (names.length === 0) continue
    const file = join(target, `${roomOf(path)}.ts`)
    const list = names.map(({ name, isType }) => (isType ? `type ${name}` : name)).join(', ')
    const line = `export { ${list} } from '${relative(dirname(file), join(root, 'src'))}/${path}'\n`
    rooms.set(file, (rooms.get(file) ?? '') + line)
  }
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts') && !rooms.has(join(target, name))) rmSync(join(target, name))
  for (const [file, text] of rooms) {
    mkdirSync(dirname(file), { recursive: true })
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeRooms()
