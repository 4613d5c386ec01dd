import { describe, expect, it } from 'vitest'
import { importsOf, layerOf, readSources, type Source } from '../support/source-tree.ts'

/** The arrows of the design: whom each folder may import. `sheet` knows nothing of assessments, so not the contract. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'index.ts': ['app', 'operations', 'pipeline', 'client', 'sheet', 'ledger', 'sandbox', 'contract', 'support'],
  cli: ['app', 'operations', 'pipeline', 'client', 'sheet', 'ledger', 'sandbox', 'contract', 'support'],
  app: ['operations', 'pipeline', 'client', 'sheet', 'ledger', 'sandbox', 'contract', 'support'],
  operations: ['pipeline', 'client', 'sheet', 'ledger', 'contract', 'support'],
  pipeline: ['client', 'sheet', 'ledger', 'contract', 'support'],
  sandbox: ['contract', 'support'],
  client: ['contract', 'support'],
  ledger: ['contract', 'support'],
  sheet: ['support'],
  contract: ['support'],
  support: [],
}

function findForbidden(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const layer = layerOf(source.path)
    return importsOf(source)
      .filter((target) => layerOf(target) !== layer && !arrows[layer]?.includes(layerOf(target)))
      .map((target) => `${source.path} imports ${target}`)
  })
}

/** Each cycle once, as the files along it. */
function findCycles(sources: readonly Source[]): string[] {
  const targets = new Map(sources.map((source) => [source.path, importsOf(source)]))
  const finished = new Set<string>()
  const cycles: string[] = []
  function visit(path: string, trail: readonly string[]): void {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' → '))
    if (at >= 0 || finished.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    finished.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return cycles
}

describe('imports', () => {
  const sources = readSources()

  it('go along the arrows of the design only', () => {
    expect(findForbidden(sources)).toEqual([])
  })

  it('make no cycle', () => {
    expect(findCycles(sources)).toEqual([])
  })

  it('lead to files that exist, from folders that the arrows name', () => {
    const paths = new Set(sources.map(({ path }) => path))
    expect(sources.flatMap(importsOf).filter((target) => !paths.has(target))).toEqual([])
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
    ['sandbox/app.ts', "const client = await import('../client/service.ts')"],
    ['support/clock.ts', "import '../contract/messages.ts'"],
    ['pipeline/load/load-sheet.ts', "import { assess } from '../../operations/assess.ts'"],
    ['index.ts', "export { createProgram } from './cli/program.ts'"],
  ])('%s: %s', (path, text) => {
    expect(findForbidden([{ path, text }])).toHaveLength(1)
  })

  it('on a cycle of three files', () => {
    const files: [string, string][] = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ]
    const sources = files.map(([name, next]) => ({ path: `sheet/${name}.ts`, text: `import './${next}.ts'` }))
    expect(findCycles(sources)).toEqual(['sheet/a.ts → sheet/b.ts → sheet/c.ts → sheet/a.ts'])
  })
})
