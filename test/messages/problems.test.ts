import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkEdited } from '../rooms/app/check.ts'
import type { Message } from '../rooms/messages.ts'
import { assess, decide } from '../rooms/operations.ts'
import type { Operation } from '../rooms/pipeline/model.ts'
import {
  createValueList,
  parseDatePattern,
  parseDatePatterns,
  type ReadResult,
  readChoice,
  readDateTime,
  readEmail,
  readId,
  readInteger,
  readListed,
  readText,
} from '../rooms/sheet/values.ts'
import type { Cell } from '../rooms/sheet.ts'
import { silentLogger } from '../rooms/support.ts'
import { toCsv, trip } from '../support/trips.ts'
import { expectWorded } from './expect-worded.ts'

const text = (v: string): Cell => ({ t: 's', v })
const number = (v: number, f?: string): Cell => (f === undefined ? { t: 'n', v } : { t: 'n', v, f })
const date = (v: string): Cell => ({ t: 'd', v })
const days = parseDatePattern('DD/MM/YYYY')
const both = parseDatePatterns(['DD.MM.YYYY', 'MM.DD.YYYY'])
const yesNo = createValueList(['Yes', 'No'])
const levels = createValueList(['Low', 'Mid', 'Senior'])
const many = createValueList(Array.from({ length: 20 }, (_, index) => `Country number ${index}`))

const readings: Readonly<Record<string, readonly ReadResult<unknown>[]>> = {
  unreadable: [
    { t: 'n', v: 0, uncomputed: true } as Cell,
    { t: 'z' } as Cell,
    { t: 'e', v: '#N/A' } as Cell,
    text('\u200b'),
    text('#REF!'),
    text('x'.repeat(40_000)),
  ].map((cell) => readText(cell)),
  date: [
    { t: 'b', v: true } as Cell,
    date('1899-12-31T00:00:00'),
    date('1899-12-31T07:30:00'),
    date('2026-03-01T07:30:00'),
    number(46_000),
    number(5e9),
    text('2026-03-01T25:00:00'),
    text('2026-03-01T10:00:00+19:00'),
    text('2026-02-30'),
    text('soon'),
    text('16.07.2026'),
    text('03/04/2026'),
    text('March 5, 2026'),
  ].map((cell) => readDateTime(cell)),
  'date by pattern': [
    ...[text('31/02/2026'), text('07.16.2026'), text('soon')].map((cell) => readDateTime(cell, { pattern: days })),
    readDateTime(text('03.04.2026'), { pattern: both }),
  ],
  integer: [
    { t: 'b', v: true } as Cell,
    number(-1),
    number(1.5),
    number(1.5, '0'),
    number(1e17),
    number(0.25, '0%'),
    number(0.5, '[h]:mm'),
    date('2026-03-01T00:00:00'),
    text('1.234'),
    text('about 5 days'),
    text('some'),
    text('-3'),
  ].map((cell) => readInteger(cell, { min: 0 })),
  id: [
    date('2026-03-01T00:00:00'),
    { t: 'b', v: true } as Cell,
    text('a\nb'),
    text('\u0007A'),
    text('A\ufffd'),
    text('1.23E+15'),
    text('n/a'),
    text('Mar-01'),
    text('12.0'),
    text('na'),
    text('С-001'),
    number(1.5),
    number(1e16),
  ].map((cell) => readId(cell)),
  choice: [
    readChoice(text('perhaps'), yesNo),
    readChoice(text('x'), yesNo),
    readChoice(text('Senoir'), levels),
    readChoice(text('Lоw'), levels),
    readChoice(text('Atlantis'), many),
    readListed({ t: 'b', v: true }, undefined),
    readListed(text('Pаris'), undefined),
  ],
  email: [number(5), text('a b@c.example'), text('nobody'), text('Ann <ann@a.example>')].map((cell) => readEmail(cell)),
}

function expectReading(reading: ReadResult<unknown>): void {
  if (!reading.ok) expectWorded(reading)
  else if (reading.warning !== undefined) expectWorded(reading.warning as Message)
}

async function check(operation: Operation, csv: string, reading: object = {}): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-messages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const input = join(folder, 'sheet.csv')
  writeFileSync(input, csv)
  const cleaningUp = <Result>(cleanUp: () => void, run: () => Promise<Result>): Promise<Result> =>
    run().finally(cleanUp)
  const { rows } = await checkEdited(operation, { input, edits: [], reading }, { logger: silentLogger, cleaningUp })
  const found = rows.flatMap(({ problems }) => problems.map(({ problem }) => problem as Message))
  for (const problem of found) expectWorded(problem)
  return found.map(({ code }) => code)
}

describe('each face words', () => {
  it.each(Object.keys(readings))('what is wrong with a cell: %s', (name) => {
    for (const reading of readings[name] ?? []) expectReading(reading)
  })

  it('what is wrong with a row of trips', async () => {
    const lines = toCsv([
      trip('E1', { 'Trip end': '2026-01-01' }),
      trip('E2', { 'Working days': '99' }),
      trip('E3', { 'Trip start': '2046-03-01', 'Trip end': '2046-03-20' }),
      trip('E4', { 'Host country': 'Deutschland' }),
      trip('E5', { 'Host country': 'X123' }),
      trip('E6', { 'Staff ID': '' }),
      trip('E7', { 'Trip start': '03/04/2026' }),
      trip('E1', { 'Trip end': '2026-01-01' }),
      trip('E8'),
      trip('E8'),
    ])
    const [head = ''] = lines.split('\n')
    const tail = [
      'Total,,,',
      'EXAMPLE – delete this row,,',
      head,
      'E9,x',
      `${'a,'.repeat(20)}b`,
      'note: only drafts,,',
    ].join('\n')
    expect(await check(assess, `${lines}\n${tail}\n`)).toMatchInlineSnapshot(`
      [
        "end-first",
        "days-over-trip",
        "far-away",
        "far-away",
        "country-unlisted",
        "country-digits",
        "missing",
        "date-text-ambiguous",
        "end-first",
        "duplicate",
        "unlisted",
        "missing",
        "missing",
        "missing",
        "missing",
        "missing",
        "missing",
        "missing",
        "missing",
        "missing",
        "missing",
        "values-cut",
        "unlisted",
        "unlisted",
        "date-text",
        "date-text",
        "whole-inside",
        "unlisted",
        "unlisted",
        "unlisted",
        "values-extra",
      ]
    `)
  })

  it('what is wrong with a sheet without a column', async () => {
    const { 'Past trips (days)': _, ...without } = trip('E1')
    expect(await check(assess, toCsv([without]))).toMatchInlineSnapshot(`
      [
        "missing-column",
      ]
    `)
  })

  it('what is wrong with a date that another cell contradicts', async () => {
    const rows = [trip('E1', { 'Trip start': '03/04/2026' }), trip('E2', { 'Trip start': '16/03/2026' })]
    expect(await check(assess, toCsv(rows), { dateFormat: 'MM/DD/YYYY' })).toMatchInlineSnapshot(`
      [
        "date-contradicted",
        "date-impossible-by-pattern",
      ]
    `)
  })

  it('what is wrong with a decision', async () => {
    const csv = 'assessmentId,status,managerId\nA-1,Manager Approved,\nA-2,,\nA-3,Rejected,\n'
    expect(await check(decide, csv)).toMatchInlineSnapshot(`
      [
        "actor-missing",
        "actor-missing",
      ]
    `)
  })
})
