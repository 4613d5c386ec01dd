import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importsOf, layerOf, listFolders, readSources, type Source } from '../support/source-tree.ts'

/** The arrows of the design: whom each folder may import. `sheet` knows nothing of assessments, so not the contract. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'index.ts': ['app', 'settings', 'operations', 'pipeline', 'sandbox', 'messages', 'contract', 'support'],
  cli: [
    'web',
    'app',
    'settings',
    'operations',
    'pipeline',
    'client',
    'sheet',
    'ledger',
    'sandbox',
    'messages',
    'contract',
    'support',
  ],
  web: ['app', 'settings', 'operations', 'pipeline', 'sheet', 'ledger', 'messages', 'contract', 'support'],
  app: [
    'settings',
    'operations',
    'pipeline',
    'client',
    'sheet',
    'ledger',
    'jobs',
    'sandbox',
    'messages',
    'contract',
    'support',
  ],
  settings: ['support'],
  operations: ['pipeline', 'client', 'sheet', 'ledger', 'messages', 'contract', 'support'],
  pipeline: ['settings', 'client', 'sheet', 'ledger', 'messages', 'contract', 'support'],
  sandbox: ['contract', 'support'],
  client: ['messages', 'contract', 'support'],
  ledger: ['messages', 'contract', 'support'],
  jobs: ['support'],
  sheet: ['messages', 'support'],
  messages: ['support'],
  contract: ['support'],
  support: [],
}

/**
 * The floors of each folder with rooms, the highest first: a room imports lower floors only, and none beside it. Of
 * `pipeline` the upper floor are the stages, and the files that stand beside the rooms are its roof.
 */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  cli: [['commands'], ['output', 'schedule']],
  'cli/output': [['progress']],
  web: [['page'], ['server'], ['runs'], ['sheet']],
  messages: [['languages']],
  'web/page': [['runs'], ['sheet'], ['decisions'], ['grid'], ['texts']],
  app: [
    ['doctor'],
    ['team', 'person', 'share-out'],
    ['rehearsal', 'profile', 'audit', 'four-eyes'],
    ['check', 'report'],
    ['ledger'],
  ],
  operations: [['assess', 'decide', 'invite'], ['languages']],
  pipeline: [
    ['load', 'send', 'poll', 'write', 'check', 'template', 'report', 'sealing'],
    ['earlier-output'],
    ['tables'],
    ['engine'],
    ['figures'],
    ['model'],
    ['rows'],
    ['drawing'],
  ],
  sandbox: [
    ['pages', 'faults'],
    ['mail', 'store'],
  ],
  ledger: [['sqlite', 'postgres'], ['store'], ['matching', 'forgetting'], ['port']],
  'ledger/store': [['loading'], ['forgetting'], ['planned'], ['person']],
  'ledger/sqlite': [['copying', 'loading'], ['file'], ['schema']],
  'ledger/postgres': [['loading'], ['commits', 'schema'], ['connection']],
  sheet: [['enriching'], ['csv', 'reading', 'writing', 'headings'], ['package'], ['values'], ['number-format']],
  'sheet/enriching': [['plan', 'verify'], ['copy']],
}

/** A file's room in a folder; undefined for one that stands beside the rooms, or elsewhere. */
function roomIn(folder: string, path: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined
  const [room, file] = path.slice(folder.length + 1).split('/')
  return file === undefined ? undefined : room
}

function roomOf(path: string): string | undefined {
  return roomIn(layerOf(path), path)
}

/** How high a room or a roof is in its folder; undefined for files that may stand anywhere. */
function floorIn(folder: string, path: string): number | undefined {
  const room = roomIn(folder, path)
  if (room === undefined) return folder === 'pipeline' ? -1 : undefined
  const floor = floors[folder]?.findIndex((rooms) => rooms.includes(room)) ?? -1
  return floor < 0 ? undefined : floor
}

function findClimbing(sources: readonly Source[]): string[] {
  return Object.keys(floors).flatMap((folder) =>
    sources
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .flatMap((source) =>
        importsOf(source)
          .filter((target) => {
            if (!target.startsWith(`${folder}/`) || roomIn(folder, target) === roomIn(folder, source.path)) return false
            const [from, to] = [floorIn(folder, source.path), floorIn(folder, target)]
            return from !== undefined && to !== undefined && to <= from
          })
          .map((target) => `${source.path} imports ${target}`),
      ),
  )
}

/** Folders of `src` within folders that no floor names. */
function findHomeless(folders: readonly string[]): string[] {
  return folders.filter(
    (folder) =>
      folder.includes('/') && floorIn(folder.slice(0, folder.lastIndexOf('/')), `${folder}/any.ts`) === undefined,
  )
}

/** The sources with each room as one, so that a cycle of them is one of rooms, or of a room and a file beside it. */
function joinRooms(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, string[]>()
  const join = (path: string): string => {
    const room = roomOf(path)
    return room === undefined ? path : `${layerOf(path)}/${room}/`
  }
  for (const source of sources) {
    const name = join(source.path)
    const targets = importsOf(source)
      .map(join)
      .filter((target) => target !== name)
    joined.set(name, [...(joined.get(name) ?? []), ...targets])
  }
  return joined
}

/** Scores have the same names and colours on every page, on the sandbox's too. */
const sharedScores = /^messages\/(?:score-colours|result-titles)\.ts$/

function findForbidden(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const layer = layerOf(source.path)
    return importsOf(source)
      .filter((target) => layerOf(target) !== layer && !arrows[layer]?.includes(layerOf(target)))
      .filter((target) => layer !== 'sandbox' || !sharedScores.test(target))
      .map((target) => `${source.path} imports ${target}`)
  })
}

/** Each cycle once, as the files along it. */
function findCycles(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>()
  const cycles: string[] = []
  function visit(path: string, trail: readonly string[]): void {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' → '))
    if (at >= 0 || finished.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    finished.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return cycles
}

function fileByFile(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  return new Map(sources.map((source) => [source.path, importsOf(source)]))
}

/** Of each kind of ledger only what opens one is known elsewhere. */
const ledgerRooms = /^ledger\/(?:sqlite|postgres)\//
const openers: readonly string[] = ['ledger/open.ts', 'ledger/client-config.ts']

function findEntries(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    if (ledgerRooms.test(source.path) || openers.includes(source.path)) return []
    const entered = importsOf(source).filter((target) => ledgerRooms.test(target))
    return entered.map((target) => `${source.path} imports ${target}`)
  })
}

/** Types are gone from a script. */
function withoutTypes({ path, text }: Source): Source {
  return { path, text: text.replaceAll(/^import type [^;]*? from '[^']+'$/gm, '') }
}

/** What runs in the browser knows nothing but itself, the protocol, and shared words and colours; of what the server sends only the types. */
function findOutsidePage(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('web/page/'))
    .flatMap((source) =>
      [...importsOf(withoutTypes(source)), ...(source.text.match(/from 'node:[^']+'/g) ?? [])]
        .filter(
          (target) =>
            !/^(?:web\/(?:page\/|protocol\.ts$)|messages\/(?:pattern|states|result-titles|score-colours|show-codes)\.ts$)/.test(
              target,
            ),
        )
        .map((target) => `${source.path} imports ${target}`),
    )
}

/** What tests import of `src` otherwise than by room; the whole library is one, and a replaced module has a place. */
function findRoomless(path: string, text: string): string[] {
  const targets = text.matchAll(/from '((?:\.\.\/)+src\/(?!index\.ts')[^']+\.tsx?)'/g)
  return [...targets].map(([, target]) => `${path} imports ${target}`)
}

/** They make what the sources need before there are rooms, replace a module, or have an import in a text. */
const roomless = [
  'settings/make-option-types.ts',
  'messages/make-message-facts.ts',
  'ledger/postgres/reused-connections.ts',
  'structure/imports.test.ts',
]

describe('imports', () => {
  const sources = readSources()

  it('of tests lead to rooms, so that the files of a room can be joined, split and renamed without a test', () => {
    const root = new URL('..', import.meta.url)
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.startsWith('rooms/') && !roomless.includes(name),
    )
    expect(names.flatMap((name) => findRoomless(name, readFileSync(new URL(name, root), 'utf8')))).toEqual([])
    expect(findRoomless('x.test.ts', "import { a } from '../src/client/token.ts'")).toHaveLength(1)
  })

  it('of the page lead to itself, the protocol, and the words and colours it shares only', () => {
    expect(findOutsidePage(sources)).toEqual([])
    const guard = (words: string) => [{ path: 'web/page/x.tsx', text: `${words} from '../guard.ts'` }]
    expect(findOutsidePage(guard('import { a }'))).toHaveLength(1)
    expect(findOutsidePage(guard('import { type A, a }'))).toHaveLength(1)
    expect(findOutsidePage(guard('import type { A }'))).toEqual([])
  })

  it('go along the arrows of the design only', () => {
    expect(findForbidden(sources)).toEqual([])
  })

  it('enter a room of one kind of ledger where it is opened only', () => {
    expect(findEntries(sources)).toEqual([])
  })

  it('of the engine that gives work to workers stand in one file, which is loaded when it is asked for', () => {
    const importing = (text: RegExp) => sources.filter((source) => text.test(source.text)).map(({ path }) => path)
    expect(importing(/from 'bullmq'/)).toEqual(['jobs/bullmq.ts'])
    expect(importing(/from '[^']*jobs\/bullmq\.ts'/)).toEqual([])
    expect(importing(/import\('[^']*jobs\/bullmq\.ts'\)/)).toEqual(['app/team/run-jobs.ts'])
  })

  it('make no cycle', () => {
    expect(findCycles(fileByFile(sources))).toEqual([])
  })

  it('go down the floors of a folder only, and from no stage to another', () => {
    expect(findClimbing(sources)).toEqual([])
    expect(findHomeless(listFolders())).toEqual([])
  })

  it('make no cycle of rooms, or of a room and a file beside it', () => {
    expect(findCycles(joinRooms(sources))).toEqual([])
  })

  it('lead to files that exist, from folders that the arrows name', () => {
    const isThere = (path: string): boolean => existsSync(new URL(`../../src/${path}`, import.meta.url))
    expect(sources.flatMap(importsOf).filter((target) => !isThere(target))).toEqual([])
    expect([...new Set(sources.map(({ path }) => layerOf(path)))].filter((layer) => !(layer in arrows))).toEqual([])
  })
})

describe('the checks of imports can fail', () => {
  it.each([
    ['pipeline/run.ts', "import { main } from '../cli/main.ts'"],
    ['client/service.ts', "import type { Ledger } from '../ledger/port.ts'"],
    ['sheet/open.ts', "import {\n  a,\n  b,\n} from '../client/service.ts'"],
    ['sheet/open.ts', "import { assessmentInput } from '../contract/assessment.ts'"],
    ['ledger/open.ts', "export { openSheet } from '../sheet/open.ts'"],
    ['sandbox/app.ts', "import { labelState } from '../messages/states.ts'"],
    ['sandbox/app.ts', "const client = await import('../client/service.ts')"],
    ['support/clock.ts', "import '../contract/messages.ts'"],
    ['pipeline/load/load-sheet.ts', "import { assess } from '../../operations/assess.ts'"],
    ['index.ts', "export { createProgram } from './cli/program.ts'"],
  ])('%s: %s', (path, text) => {
    expect(findForbidden([{ path, text }])).toHaveLength(1)
  })

  it('on one of SQLite where any ledger may be meant', () => {
    const text = "import { openLedger } from '../ledger/sqlite/open.ts'"
    expect(findEntries([{ path: 'app/with-place.ts', text }])).toHaveLength(1)
    expect(findEntries([{ path: 'ledger/open.ts', text: "import './sqlite/store.ts'" }])).toEqual([])
  })

  it('on a cycle of three files', () => {
    const files: [string, string][] = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ]
    const sources = files.map(([name, next]) => ({ path: `sheet/${name}.ts`, text: `import './${next}.ts'` }))
    expect(findCycles(fileByFile(sources))).toEqual(['sheet/a.ts → sheet/b.ts → sheet/c.ts → sheet/a.ts'])
  })

  it.each([
    ['pipeline/write/write-output.ts', "import type { LoadRequest } from '../load/load-sheet.ts'"],
    ['pipeline/model/options.ts', "import type { Gate } from '../engine/gate.ts'"],
    ['pipeline/engine/context.ts', "import { runBatch } from '../run.ts'"],
    ['sheet/values/date-time.ts', "import { parseReference } from '../package/reference.ts'"],
    ['sheet/package/xml-edits.ts', "import { truncateCellText } from '../writing/safe-text.ts'"],
    ['sheet/enriching/copy/patch-rows.ts', "import { planEnriching } from '../plan/plan-enriching.ts'"],
    ['cli/output/balance.ts', "import { check } from '../commands/check.ts'"],
    ['operations/decide/fields.ts', "import { assessFields } from '../assess/fields.ts'"],
  ])('%s, which climbs: %s', (path, text) => {
    expect(findClimbing([{ path, text }])).toHaveLength(1)
  })

  it('on a room that no floor names', () => {
    expect(findHomeless(['sheet', 'sheet/reading', 'sheet/attic', 'sheet/enriching/attic'])).toEqual([
      'sheet/attic',
      'sheet/enriching/attic',
    ])
  })

  it('on a cycle of a room and a file beside it, though no two files import each other', () => {
    const sources = [
      { path: 'ledger/port.ts', text: "import type { Runs } from './sqlite/runs.ts'" },
      { path: 'ledger/sqlite/runs.ts', text: '' },
      { path: 'ledger/sqlite/open.ts', text: "import type { Ledger } from '../port.ts'" },
    ]
    expect(findCycles(fileByFile(sources))).toEqual([])
    expect(findCycles(joinRooms(sources))).toEqual(['ledger/port.ts → ledger/sqlite/ → ledger/port.ts'])
  })
})
