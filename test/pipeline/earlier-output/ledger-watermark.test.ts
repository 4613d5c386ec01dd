import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import {
  findWatermarks,
  formatWatermark,
  mostWorkbooks,
  parseWatermark,
  watermarkLabel,
} from '../../rooms/pipeline/earlier-output.ts'
import { textCell } from '../../rooms/pipeline/rows.ts'
import { beginWorkbook } from '../../rooms/pipeline/tables.ts'

const line = {
  ledgerId: '3f0c1d7e-0000-4000-8000-000000000001',
  number: 61,
  digest: 'd'.repeat(32),
  at: 1_790_000_000_123,
}

it('what is written is what is read', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{32}$/)
  const lines = fc.record({
    ledgerId: fc.uuid(),
    number: fc.integer({ min: 1, max: 2 ** 40 }),
    digest: hex,
    at: fc.integer({ min: 0, max: 4e12 }),
  })
  fc.assert(
    fc.property(lines, (each) => {
      expect(parseWatermark(formatWatermark(each))).toEqual(each)
    }),
  )
})

it.each([
  '',
  'rwa-batch',
  formatWatermark({ ...line, number: 0 }),
  formatWatermark(line).slice(0, -1),
  `${formatWatermark(line)} or so`,
])('any other text is none: %s', (text) => expect(parseWatermark(text)).toBeUndefined())

async function write(file: string, cells: readonly string[]): Promise<void> {
  const workbook = await beginWorkbook(file, { isMarked: true })
  const sheet = workbook.addSheet({ name: 'Summary', hasHeadings: false, columns: cells.map(() => ({ heading: '' })) })
  await sheet.write(cells.map(textCell))
  await sheet.finish()
  await workbook.finish()
}

it('the newest workbooks of each folder are read, and nothing else', async () => {
  const folder = createFolder()
  const others = join(folder, 'others')
  mkdirSync(others)
  await write(join(folder, 'old.xlsx'), [watermarkLabel, formatWatermark({ ...line, number: 1 })])
  utimesSync(join(folder, 'old.xlsx'), 1, 1)
  await write(join(folder, 'new.xlsm'), [watermarkLabel, formatWatermark(line)])
  await write(join(folder, '~$new.xlsx'), [watermarkLabel, formatWatermark(line)])
  await write(join(others, 'else.xlsx'), ['Input', formatWatermark(line)])
  const found = await findWatermarks([folder, others, folder, join(folder, 'none')])
  expect(found).toEqual([
    { ...line, file: join(folder, 'new.xlsm') },
    { ...line, number: 1, file: join(folder, 'old.xlsx') },
  ])
  for (let index = 1; index < mostWorkbooks; index += 1) writeFileSync(join(folder, `${index}.xlsx`), 'no workbook')
  expect(await findWatermarks([folder])).toEqual([{ ...line, file: join(folder, 'new.xlsm') }])
})
