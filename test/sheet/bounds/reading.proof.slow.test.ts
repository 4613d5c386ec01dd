import { join } from 'node:path'
import { it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { mebibytes, median, readInChild, temporaryFolder } from './in-child.ts'
import { blankTail, inlineRows, sharedRows, sharedTexts, uniqueRows, uniqueTexts } from './large-rows.ts'
import { largeWorkbook, writeLargeZip } from './large-workbook.ts'

const area = 'Reading XLSX'
const mostBytes = 300 * 1_048_576

it.each(['inline', 'shared'] as const)('is faster than the streaming reader of exceljs (%s texts)', async (kind) => {
  const rows = scale({ full: 100_000, short: 30_000 })
  const least = scale({ full: 3, short: 2 })
  const file = join(await temporaryFolder(), 'trips.xlsx')
  const texts = new Map<string, number>()
  if (kind === 'shared') for (const _ of sharedRows(rows, texts));
  const parts =
    kind === 'inline'
      ? largeWorkbook(inlineRows(rows))
      : largeWorkbook(sharedRows(rows, texts), sharedTexts(texts.keys()))
  await writeLargeZip(file, parts)
  const pairs: { ours: number; theirs: number }[] = []
  for (let pair = 0; pair < scale({ full: 5, short: 3 }); pair += 1) {
    const theirs = await readInChild('read-with-exceljs', file)
    const ours = await readInChild('read-with-ours', file)
    if (ours.rows !== rows || ours.cells !== 18 * rows) throw new Error(`${ours.rows} rows, ${ours.cells} cells`)
    pairs.push({ ours: ours.ms, theirs: theirs.ms })
  }
  const ratio = median(pairs.map(({ ours, theirs }) => theirs / ours))
  const seconds = (values: readonly number[]): string => (median(values) / 1000).toFixed(2)
  prove({
    area,
    claim: `${rows} rows x 18 columns, ${kind} texts: at least ${least} times as fast as exceljs streaming, in one run`,
    measured:
      `${ratio.toFixed(1)} times (median of ${pairs.length} pairs; ${seconds(pairs.map(({ ours }) => ours))} s ` +
      `against ${seconds(pairs.map(({ theirs }) => theirs))} s)`,
    isKept: ratio >= least,
  })
})

it('takes as much memory for many rows as for few', async () => {
  // A small sheet has not yet grown what every reader grows once.
  const { few, many, most } = scale({
    full: { few: 50_000, many: 500_000, most: 1.3 },
    short: { few: 20_000, many: 100_000, most: 1.5 },
  })
  const folder = await temporaryFolder()
  const peaks: number[] = []
  for (const rows of [few, many]) {
    const file = join(folder, `${rows}.xlsx`)
    await writeLargeZip(file, largeWorkbook(inlineRows(rows)))
    const readings = [await readInChild('read-with-ours', file), await readInChild('read-with-ours', file)]
    peaks.push(Math.min(...readings.map(({ peakBytes }) => peakBytes)))
  }
  const [peakOfFew = 0, peakOfMany = 0] = peaks
  prove({
    area,
    claim: `peak memory at ${many} rows at most ${most} times that at ${few} (inline texts)`,
    measured: `${(peakOfMany / peakOfFew).toFixed(2)} times (${mebibytes(peakOfMany)} MB against ${mebibytes(peakOfFew)} MB)`,
    isKept: peakOfMany <= most * peakOfFew,
  })
})

it('keeps unique shared texts within bounds', async () => {
  const rows = scale({ full: 500_000, short: 100_000 })
  const file = join(await temporaryFolder(), 'unique.xlsx')
  await writeLargeZip(file, largeWorkbook(uniqueRows(rows), uniqueTexts(rows)))
  const { rows: read, ms, peakBytes } = await readInChild('read-with-ours', file)
  prove({
    area,
    claim: `${rows} rows with ${2 * rows} unique shared texts: under 300 MB`,
    measured: `${read} rows in ${(ms / 1000).toFixed(1)} s, ${mebibytes(peakBytes)} MB`,
    isKept: read === rows && peakBytes < mostBytes,
  })
})

it('passes over a blank tail', async () => {
  const rows = scale({ full: 1_000_000, short: 100_000 })
  const file = join(await temporaryFolder(), 'tail.xlsx')
  await writeLargeZip(file, largeWorkbook(blankTail(rows)), 1)
  const { rows: read, ms, peakBytes } = await readInChild('read-with-ours', file)
  prove({
    area,
    claim: `10 rows above ${rows} formatted ones of 18 cells that hold nothing: within 10 s and 150 MB`,
    measured: `${read} rows in ${(ms / 1000).toFixed(1)} s, ${mebibytes(peakBytes)} MB`,
    isKept: read === 10 && ms < 10_000 && peakBytes < 150 * 1_048_576,
  })
})

it('reads what unpacks to more than 1 GiB when it is itself large, as our own outputs are', async () => {
  const rows = scale({ full: 1_000_000, short: 50_000 })
  const file = join(await temporaryFolder(), 'million.xlsx')
  await writeLargeZip(file, largeWorkbook(inlineRows(rows, 27)))
  const { rows: read, ms, peakBytes } = await readInChild('read-with-ours', file)
  prove({
    area,
    claim: `${rows} rows x 27 columns, more than 1 GiB unpacked at full size, are read back in flat memory`,
    measured: `${read} rows in ${(ms / 1000).toFixed(1)} s, ${mebibytes(peakBytes)} MB`,
    isKept: read === rows && peakBytes < 200 * 1_048_576,
  })
})
