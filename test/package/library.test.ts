import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const folder = join(root, 'dist/library')

/** The files that a module loads at once, itself included, and the packages. */
function listLoaded(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["'];?$/gm)
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) listLoaded(join(dirname(file), name), loaded)
    else if (!name.startsWith('node:')) loaded.add(name)
  }
  return loaded
}

describe('the library, as it is packed', () => {
  it('loads fourteen files at most, and no package, before its first call', () => {
    const loaded = [...listLoaded(join(folder, 'index.js'))]
    expect(loaded.length).toBeGreaterThan(2)
    expect(loaded.length).toBeLessThan(15)
    expect(loaded.filter((name) => !name.startsWith(folder))).toEqual([])
  })

  it('finds files and packages where there are some', () => {
    const run = [...listLoaded(join(folder, 'library-calls.js'))]
    expect(run).toContain('csv-parse')
    expect(run.filter((name) => name.startsWith(folder)).length).toBeGreaterThan(3)
  })

  it('has types of its own in one file', () => {
    const types = readFileSync(join(folder, 'index.d.ts'), 'utf8')
    expect(types).toMatch(/^declare function runSheet</m)
    expect(types).not.toMatch(/^import |\bimport\(|\/\/\/ <reference|NodeJS\./m)
  })

  it('exports what the door of the sources does', async () => {
    const packed: object = await import(join(folder, 'index.js'))
    const source: object = await import('../../src/index.ts')
    expect(Object.keys(packed).toSorted()).toEqual(Object.keys(source).toSorted())
  })
})

it('what every command loads, `--help` too, brings no schemas along', () => {
  const program = readFileSync(join(folder, '../bin/rwa-batch.cjs'), 'utf8')
  expect(program).toContain('node_modules/commander/')
  expect(program).not.toContain('node_modules/zod/')
})
