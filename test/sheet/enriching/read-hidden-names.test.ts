import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noHiddenNames, readHiddenNames } from '../../rooms/sheet/package.ts'
import { createWorkbook } from '../../rooms/sheet/writing.ts'
import { checkWorkbook } from '../writing/ooxml/check-workbook.ts'
import { readParts } from '../writing/read-workbook.ts'
import { enrich, guessRequest, inFolder, writeOwn } from './enrich.ts'

async function writeSheets(file: string, names: readonly string[], isMarked = false): Promise<void> {
  const workbook = createWorkbook(file, { isMarked, rows: 1 })
  for (const name of names) {
    const columns = [{ heading: 'a' }, { heading: 'b' }]
    const sheet = workbook.addSheet({ name, columns, isInputSheet: name === 'Results' })
    if (name === 'Results') await sheet.write([{ t: 's', v: 'w' }])
    await sheet.write([
      { t: 's', v: 'x' },
      { t: 's', v: 'y' },
    ])
    await sheet.finish()
  }
  await workbook.finish()
}

it('says which sheets of an enriched workbook are ours, whatever they are called, and which got results', async () => {
  await inFolder(async (folder) => {
    const [input, output] = ['input', 'output'].map((name) => join(folder, `${name}.xlsx`)) as [string, string]
    await writeSheets(input, ['Trips', 'Summary'])
    const request = await guessRequest(input)
    if (request === undefined) throw new Error('there is no sheet')
    await enrich(input, output, [request], { own: writeOwn })
    const marks = await readHiddenNames(output)
    expect([marks.isMarked, [...marks.ours], [...marks.filled]]).toEqual([
      true,
      ['Summary (2)', 'Decisions'],
      ['Trips'],
    ])
    expect(['Summary', 'Decisions', 'Unknown'].map(marks.titleOf)).toEqual(['Summary (2)', 'Decisions', undefined])
    expect((await readHiddenNames(input)).isMarked).toBe(false)
  })
})

it('says the same of a workbook that is ours as a whole, of each part of a long table too', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'new.xlsx')
    await writeSheets(file, ['Results', 'Summary', 'Decisions'], true)
    const { ours, filled } = await readHiddenNames(file)
    expect([[...filled], [...ours]]).toEqual([
      ['Results', 'Results (2)'],
      ['Summary', 'Decisions'],
    ])
    expect(checkWorkbook(await readParts(file))).toEqual([])
  })
})

it('finds none in what is no workbook', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'trips.csv')
    await writeFile(file, 'a,b\n1,2\n')
    expect((await readHiddenNames(file)).isMarked).toBe(false)
    expect((await readHiddenNames(join(folder, 'missing.xlsx'))).isMarked).toBe(false)
  })
})

it('finds none in a pipe that nobody writes, and does not wait for it', async () => {
  await inFolder(async (folder) => {
    const pipe = join(folder, 'pipe.xlsx')
    spawnSync('mkfifo', [pipe])
    expect(await readHiddenNames(pipe)).toBe(noHiddenNames)
  })
})
