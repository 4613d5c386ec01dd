import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Backup, backUpEditedOutput, digestOutput } from '../../rooms/pipeline/earlier-output.ts'

const now = Date.UTC(2026, 2, 1, 9, 30)

let folder: string
let output: string
let known: Map<string, string[]>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rwa-kept-'))
  output = join(folder, 'trips.assessed.xlsx')
  writeFileSync(output, 'as it was written')
  known = new Map([[output, [await digestOutput(output)]]])
})
afterEach(() => rmSync(folder, { recursive: true }))

function keep(): Promise<Backup | undefined> {
  const digestsOf = async (file: string): Promise<string[]> => known.get(file) ?? []
  const outputs = {
    digestsOf,
    recordBackup: async (_: number, file: string, digest: string) =>
      void known.set(file, [...(known.get(file) ?? []), digest]),
  }
  return backUpEditedOutput(output, 1, outputs, now)
}

it('an output that stands as it was written is not kept, nor is one that is not there', async () => {
  expect(await keep()).toBeUndefined()
  rmSync(output)
  expect(await keep()).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

it('an output that was changed since is kept, byte for byte, and only once', async () => {
  writeFileSync(output, 'with a remark')
  const kept = await keep()
  expect(kept).toEqual({ file: join(folder, 'trips.assessed.edited-20260301T093000.xlsx'), isEdited: true })
  expect(readFileSync(String(kept?.file), 'utf8')).toBe('with a remark')
  expect(await keep()).toBeUndefined()
})

it('a copy never takes the place of an earlier one', async () => {
  writeFileSync(output, 'with a remark')
  await keep()
  writeFileSync(output, 'with another remark')
  expect((await keep())?.file).toBe(join(folder, 'trips.assessed.edited-20260301T093000 (2).xlsx'))
})

describe('an output with other colours, widths or charts, and the same cells', () => {
  const saved = (): string => join(folder, 'trips.assessed.saved.xlsx')
  /** Writes `output` with one cell; `colour` is what a person made of it. */
  async function write(colour: string): Promise<void> {
    const workbook = new ExcelJS.Workbook()
    const cell = workbook.addWorksheet('Results').getCell('A1')
    cell.value = 'E-001'
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } }
    await workbook.xlsx.writeFile(output)
  }
  beforeEach(async () => {
    await write('FFFFFFFF')
    known.set(output, [await digestOutput(output)])
  })

  it('is kept under one name, byte for byte; the next one takes its place', async () => {
    for (const colour of ['FFFFFF00', 'FF00FF00']) {
      await write(colour)
      const bytes = readFileSync(output)
      expect(await keep()).toEqual({ file: saved(), isEdited: false })
      expect(readFileSync(saved()).equals(bytes)).toBe(true)
      expect(await keep()).toBeUndefined()
    }
    expect(readdirSync(folder).toSorted()).toEqual(['trips.assessed.saved.xlsx', 'trips.assessed.xlsx'])
  })

  it('never takes the place of a copy in which a person went on', async () => {
    await write('FFFFFF00')
    await keep()
    writeFileSync(saved(), 'with a remark')
    await write('FF00FF00')
    expect((await keep())?.file).toBe(join(folder, 'trips.assessed.edited-20260301T093000.xlsx'))
    expect(readFileSync(saved(), 'utf8')).toBe('with a remark')
  })

  it('is not kept as a CSV, which has cells only', async () => {
    output = join(folder, 'trips.csv')
    writeFileSync(output, 'a;b\n1;2\n')
    known.set(output, [await digestOutput(output)])
    writeFileSync(output, 'a;b\r\n1;2\r\n')
    expect(await keep()).toBeUndefined()
  })
})
