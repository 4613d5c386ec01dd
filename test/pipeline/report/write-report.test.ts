import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { writeReport } from '../../rooms/pipeline/report.ts'
import { checkWorkbook } from '../../sheet/writing/ooxml/check-workbook.ts'
import { readParts } from '../../sheet/writing/read-workbook.ts'
import { readOutput } from '../../support/outputs.ts'
import { recorded } from '../figures/recorded.ts'
import { figuresOf, manyFigures } from './figures.ts'

const wishes = { people: true, doneWord: 'scored' }

describe('a report', () => {
  it('as a workbook has a sheet for each table, as Excel wants it', async () => {
    const figures = await manyFigures()
    const output = join(createFolder(), 'report.xlsx')
    await writeReport({ output, figures, ...wishes })
    const workbook = await readOutput(output, 'Days by country')
    expect(workbook.sheets.slice(0, 5)).toEqual([
      'Summary',
      'Needs a person',
      'Risk by destination',
      'Spread',
      'Days by country',
    ])
    expect(workbook.results.reduce((sum, row) => sum + Number(row['Days']), 0)).toBe(figures.days)
    expect(checkWorkbook(await readParts(output))).toEqual([])
  })

  it('as a page is what was made, readable by its owner only', async () => {
    const output = join(createFolder(), 'report.html')
    await writeReport({ output, figures: await figuresOf([recorded({ address: 'sandbox:/x' })]), ...wishes })
    expect(readFileSync(output, 'utf8')).toMatch(/^<!doctype html>[\s\S]*SIMULATED[\s\S]*<\/html>\n$/)
  })
})
