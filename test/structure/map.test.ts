import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const src = new URL('../../src/', import.meta.url)
const map = new URL('README.md', src)

/** The rows of the table under a heading, as the names in code that each of their cells holds. */
function readTable(text: string, heading: string): string[][][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) => {
    const cells = row.split('|').slice(1, -1)
    return cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  })
}

function isThere(path: string): boolean {
  return existsSync(new URL(path, src))
}

/** Files named at folders that are neither in one of these nor beside the first. */
function findStrayStarts(text: string): string[] {
  return readTable(text, 'Map').flatMap(([folders = [], , files = []]) =>
    files.filter((file) => ![...folders, `${folders[0]}../`].some((folder) => isThere(folder + file))),
  )
}

function findStrayAnswers(text: string): string[] {
  return readTable(text, 'Where would I change …').flatMap((cells) => {
    const files = cells.at(-1) ?? []
    return files.length === 1 ? files.filter((file) => !isThere(file)) : [files.join(' ')]
  })
}

describe.skipIf(!existsSync(map))('src/README.md', () => {
  const text = readFileSync(map, 'utf8')

  it('lets nobody start reading at a file that is not there', () => {
    expect(findStrayStarts(text)).toEqual([])
  })

  it('names one file that exists for each of ten changes', () => {
    expect(readTable(text, 'Where would I change …').length).toBeGreaterThanOrEqual(10)
    expect(findStrayAnswers(text)).toEqual([])
  })
})

describe('the checks of the map can fail', () => {
  it('on files that are not there', () => {
    expect(findStrayStarts('\n## Map\n\n| f | o | s |\n|---|---|---|\n| `cli/` | x | `gone.ts` |\n')).toEqual([
      'gone.ts',
    ])
    const answer = '\n## Where would I change …\n\n| … | in |\n|---|---|\n| `a` | `cli/gone.ts` |\n'
    expect(findStrayAnswers(answer)).toEqual(['cli/gone.ts'])
    expect(findStrayAnswers(answer.replace('`cli/gone.ts`', 'somewhere'))).toEqual([''])
  })
})
