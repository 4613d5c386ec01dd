import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { layerOf, listFolders, readSources, readWords, type Source } from '../support/source-tree.ts'

const mostSupportFiles = 6
const mostLines = 250
const map = new URL('../../src/README.md', import.meta.url)

/** Who may know the process that the program runs in; the library's functions have one as well. */
const knowsProcess: ReadonlySet<string> = new Set([
  'cli/host.ts',
  'cli/start.ts',
  'app/library-process.ts',
  'support/sqlite-driver.ts',
  // Asks whether another process is still there.
  'sheet/writing/temporary-files.ts',
])

/** Arguments, environment, current folder, streams, signals, exit codes; what no process changes may be read anywhere. */
function findProcesses(sources: readonly Source[]): string[] {
  const terms = /\bconsole\s*\.|(?<![-\w/])process\s*\.\s*(?!(?:pid|platform|getuid)\b)[a-z]|\bnode:process\b/
  return sources
    .filter(({ path, text }) => !knowsProcess.has(path) && terms.test(text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')))
    .map(({ path }) => path)
}

/** Where text meets a terminal; what passes there is made plain first. */
const sinks: ReadonlySet<string> = new Set([
  'cli/output/print.ts',
  'cli/output/messages.ts',
  'cli/output/progress/progress.ts',
  'cli/output/run-events.ts',
  'cli/commands/audit.ts',
])

function findOtherSinks(sources: readonly Source[]): string[] {
  const terms = /\b(?:stdout|stderr|stream)\s*\.\s*write\b|\bconsole\s*\./
  return sources
    .filter(({ path, text }) => layerOf(path) === 'cli' && !sinks.has(path) && terms.test(text))
    .map(({ path }) => path)
}

/** Rooms only: what is inside one is its own affair. */
function findUnmapped(folders: readonly string[], text: string): string[] {
  return folders.filter((folder) => folder.split('/').length <= 2 && !text.includes(`\`${folder}/\``))
}

function countSupport(sources: readonly Source[]): number {
  return sources.filter(({ path }) => layerOf(path) === 'support').length
}

function findLong(sources: readonly Source[]): string[] {
  return sources.filter(({ text }) => text.trimEnd().split('\n').length > mostLines).map(({ path }) => path)
}

const mostFilesInFolder = 30

/** Folders with more files beside each other than a newcomer takes in. */
function findCrowded(sources: readonly Source[]): string[] {
  const folders = sources.map(({ path }) => path.slice(0, path.lastIndexOf('/')))
  const crowded = folders.filter((folder) => folders.filter((other) => other === folder).length > mostFilesInFolder)
  return [...new Set(crowded)]
}

/** A text below the command line names a setting, `‹dateFormat›`; how that is written is for each face to say. */
function findOptions(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !['cli', 'settings', 'sandbox'].includes(layerOf(path)))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').filter((line) => !/^\s*(?:\/?\*|\/\/)|npm install/.test(line))
      return lines
        .flatMap((line) => line.match(/(?<![\w-])--[a-z][\w-]*(?=.*['"`])/g) ?? [])
        .map((found) => `${path}: ${found}`)
    })
}

const declared = /^export (?:async )?(?:function\*?|class|const|let|interface|type) (\w+)/gm

/** Twins of the two ledgers say the same, each in its engine's words: they carry the same names. */
const twins = /^ledger\/(?:sqlite|postgres)\/.*/

/** Names that more than one file declares and exports, each with a meaning of its own. */
function findNamesakes(sources: readonly Source[]): string[] {
  const filesOf = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    for (const [, name = ''] of text.matchAll(declared)) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(path))
  }
  const countMeanings = (files: Set<string>): number =>
    new Set([...files].map((path) => path.replace(twins, 'ledger/<engine>'))).size
  return [...filesOf]
    .filter(([, files]) => countMeanings(files) > 1)
    .map(([name, files]) => `${name}: ${[...files].join(', ')}`)
}

/** What is left of the library's door when its re-exports are taken away. */
function findOtherCode(text: string): string {
  return text
    .replaceAll(/^export (?:type )?\{[^}]*\} from '\.[^']+'$/gm, '')
    .replaceAll(/^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, '')
    .trim()
}

describe('the sources', () => {
  const sources = readSources()

  it('know the process that they run in through one host', () => {
    expect(findProcesses(sources)).toEqual([])
  })

  it('print through src/cli/output/print.ts, where nothing passes that acts on a terminal', () => {
    expect(findOtherSinks(sources)).toEqual([])
  })

  it('name no option of the command line outside src/cli and src/settings', () => {
    expect(findOptions([...sources, readWords()])).toEqual([])
  })

  it('keep the floor small: src/support has at most six files', () => {
    expect(countSupport(sources)).toBeLessThanOrEqual(mostSupportFiles)
  })

  it('have one reason to exist each: no file has more than 250 lines', () => {
    expect(findLong(sources)).toEqual([])
  })

  it('stand at most thirty beside each other in a folder', () => {
    expect(findCrowded(sources)).toEqual([])
    const many = Array.from({ length: 31 }, (_, index) => ({ path: `sheet/attic/${index}.ts`, text: '' }))
    expect(findCrowded(many)).toEqual(['sheet/attic'])
  })

  it('mean one thing by each name they export', () => {
    expect(findNamesakes(sources)).toEqual([])
  })

  it('have one door that only re-exports', () => {
    expect(findOtherCode(sources.find(({ path }) => path === 'index.ts')?.text ?? 'missing')).toBe('')
  })

  it.skipIf(!existsSync(map))('have every room in the map of src/README.md', () => {
    expect(findUnmapped(listFolders(), readFileSync(map, 'utf8'))).toEqual([])
  })
})

describe('the checks of the sources can fail', () => {
  it.each([
    "console.log('x')",
    'process.exit(1)',
    'process.exitCode = 1',
    'process.env',
    'findProfile(process.cwd())',
    "process.on('SIGINT', end)",
    "import { env } from 'node:process'",
    "process.stdout.write('x')",
    "process\n  .stderr.write('x')",
  ])('on %s outside the host, and not within', (text) => {
    expect(findProcesses([{ path: 'cli/main.ts', text }])).toEqual(['cli/main.ts'])
    expect(findProcesses([{ path: 'cli/host.ts', text }])).toEqual([])
  })

  it('on printing past the sinks', () => {
    expect(findOtherSinks([{ path: 'cli/main.ts', text: "process.stderr.write('x')" }])).toEqual(['cli/main.ts'])
  })

  it.each(["hint: 'Name it with --ledger.'", '`--set=…`', 'parts.push("--columns")'])(
    'on the option in %s, and not in a comment',
    (text) => {
      expect(findOptions([{ path: 'sheet/open.ts', text }])).toHaveLength(1)
      expect(findOptions([{ path: 'sheet/open.ts', text: `  // ${text}` }])).toEqual([])
      expect(findOptions([{ path: 'cli/main.ts', text }])).toEqual([])
    },
  )

  it('on a seventh file in src/support', () => {
    const files = Array.from({ length: 7 }, (_, index) => ({ path: `support/${index}.ts`, text: '' }))
    expect(countSupport(files)).toBeGreaterThan(mostSupportFiles)
  })

  it('on a file of 251 lines, and not on one of 250', () => {
    const text = 'a\n'.repeat(mostLines)
    expect(findLong([{ path: 'a.ts', text }])).toEqual([])
    expect(findLong([{ path: 'a.ts', text: `${text}a\n` }])).toEqual(['a.ts'])
  })

  it('on a name that two files export, though not on a schema and its type in one file', () => {
    const schema = { path: 'contract/a.ts', text: 'export const a = 1\nexport type a = number' }
    expect(findNamesakes([schema, { path: 'b.ts', text: "export { a } from './contract/a.ts'" }])).toEqual([])
    expect(findNamesakes([schema, { path: 'b.ts', text: 'export function a() {}' }])).toEqual([
      'a: contract/a.ts, b.ts',
    ])
  })

  it.each(['export const a = 1', "import './a.ts'", 'export default 1', "export * from './a.ts'"])(
    'on a door with %s',
    (text) => {
      expect(findOtherCode(`export { b } from './b.ts'\n${text}\n`)).toBe(text)
    },
  )

  it('on a folder that the map leaves out', () => {
    expect(findUnmapped(['sheet', 'sheet/reading'], '| `sheet/` | reads sheets |')).toEqual(['sheet/reading'])
  })
})
