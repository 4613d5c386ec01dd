import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EnrichmentColumn, verifyEnriched } from '../../rooms/sheet/enriching.ts'
import type { OutputCell } from '../../rooms/sheet/writing.ts'
import { BatchError } from '../../rooms/support.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { mutateWorkbook } from '../fuzz/mutate-workbook.ts'
import { gatherSeeds } from '../fuzz/seeds.ts'
import { zip } from '../reading/workbook-parts.ts'
import { anyText } from '../writing/any-cell.ts'
import { packedParts } from './compare.ts'
import { enrich, guessRequest, inFolder, pick, readRows } from './enrich.ts'
import { richWorkbook } from './rich-workbook.ts'

/** `RWA_FUZZ` makes it more. */
const mutants = Number(process.env['RWA_FUZZ'] ?? 30)

describe('enriching', () => {
  it('gives back whatever is put into columns of whatever heading', async () => {
    const heading = anyText.map((text) => text.trim()).filter((text) => text !== '' && text.length < 200)
    const cell = fc.oneof(
      anyText.map((v): OutputCell => ({ t: 's', v })),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((v): OutputCell => ({ t: 'n', v })),
      fc.boolean().map((v): OutputCell => ({ t: 'b', v })),
      fc.constant<OutputCell>({ t: 'z' }),
    )
    const sheet = fc.uniqueArray(heading, { minLength: 1, maxLength: 5, selector: (text) => text.toLowerCase() })
    await inFolder(async (folder) => {
      const [file, output] = [join(folder, 'a.xlsx'), join(folder, 'b.xlsx')]
      await writeFile(file, zip(richWorkbook()))
      const check = async (headings: string[], rows: OutputCell[][]): Promise<void> => {
        const columns = headings.map((text): EnrichmentColumn => ({ heading: text, width: 10 }))
        const request = {
          sheet: 'Trips',
          headingRow: 3,
          headings: ['employeeId', 'destination', 'days'],
          lastRow: 6,
          columns,
        }
        const wanted = new Map(rows.map((cells, index) => [4 + index, cells.slice(0, columns.length)]))
        await rm(output, { force: true })
        const enriched = await enrich(file, output, [request], {
          rows: [4, 5, 6],
          cells: (row) => wanted.get(row) ?? [],
        })
        expect(typeof enriched).toBe('object')
        const read = pick((await readRows(output, 'Trips')).rows, (column) => column > 2)
        for (const [row, cells] of wanted) {
          const got = columns.map((_, index) => read.get(row)?.[index + 3] ?? { t: 'z' })
          expect(got.map(plain)).toEqual(cells.map(plain))
        }
      }
      await fc.assert(
        fc.asyncProperty(
          sheet,
          fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 3, maxLength: 3 }),
          check,
        ),
        { numRuns: 12 },
      )
    })
  })

  it(`leaves ${mutants} damaged workbooks alone, or gives back what can be read, and never the half of one`, async () => {
    const { workbooks } = await gatherSeeds()
    const counts = { refused: 0, left: 0, unlike: 0, enriched: 0 }
    await inFolder(async (folder) => {
      const [file, output] = [join(folder, 'a.xlsx'), join(folder, 'b.xlsx')]
      for (let number = 0; number < mutants; number += 1) {
        const seed = workbooks[number % workbooks.length]
        if (seed === undefined) continue
        await writeFile(file, mutateWorkbook(seed, seededRandom(number)))
        await rm(output, { force: true })
        const request = await guessRequest(file).catch(onlyInput)
        if (request === undefined) {
          counts.refused += 1
          continue
        }
        const before = await readRows(file)
        const numbers = before.rows.map((row) => row.number)
        const rows = numbers.filter((row) => row > request.headingRow)
        const enriched = await enrich(file, output, [request], { rows })
        if (typeof enriched === 'string') {
          counts.left += 1
          continue
        }
        // A cell of a style that does not exist gets one of ours: that shows when the copy is read back.
        if ((await verifyEnriched(enriched.plan, output, enriched.written)) !== undefined) {
          counts.unlike += 1
          continue
        }
        const ours = new Set(enriched.plan.sheets[0]?.columns.map(({ index }) => index))
        const theirs = (column: number): boolean => !ours.has(column)
        const after = await readRows(output, request.sheet)
        expect(pick(after.rows, theirs), `mutant ${number}`).toEqual(pick(before.rows, theirs))
        expect((await packedParts(output)).size, `mutant ${number}`).toBeGreaterThan(0)
        counts.enriched += 1
      }
    })
    // About a fifth.
    expect(counts.enriched).toBeGreaterThan(0)
    expect(counts.unlike).toBeLessThanOrEqual(mutants / 100)
  })
})

/** Undefined for a file that is refused as an input; empty sheets are refused by their own kind of error. */
function onlyInput(error: unknown): undefined {
  if (error instanceof BatchError && error.code === 'input') return undefined
  throw error
}

/** As it is kept: what XML cannot carry at all is replaced, a carriage return in a text is a line feed. */
function plain(cell: { t: string; v?: unknown }): unknown {
  if (cell.t !== 's') return cell.t === 'z' ? '' : Object.is(cell.v, -0) ? 0 : cell.v
  return String(cell.v).replace(/\p{Surrogate}/gu, '\ufffd')
}
