import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkbook } from '../../rooms/sheet/writing.ts'
import { openSheet } from '../../rooms/sheet.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { checkWorkbook } from './ooxml/check-workbook.ts'
import { readParts, readSheet } from './read-workbook.ts'

interface Run {
  ms: number
  peakMb: number
}

const script = fileURLToPath(new URL('write-rows.mjs', import.meta.url))
const leastRatio = 1.8
const mostMb = 250
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-speed-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** In a process of its own, so that memory is its own too. */
async function run(side: 'ours' | 'plain', rows: number): Promise<Run> {
  const file = join(folder, `${side}.xlsx`)
  await rm(file, { force: true })
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, side, String(rows), file], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const measured: Run = JSON.parse(stdout)
  return measured
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

describe('writing a large workbook', () => {
  it('is faster than the plain use of exceljs, side by side', async () => {
    const rows = scale({ full: 100_000, short: 20_000 })
    const pairs: [ours: Run, plain: Run][] = []
    for (let pair = 0; pair < scale({ full: 5, short: 3 }); pair += 1) {
      pairs.push([await run('ours', rows), await run('plain', rows)])
    }
    const ratio = median(pairs.map(([ours, plain]) => plain.ms / ours.ms))
    const [ours, plain] = [median(pairs.map(([one]) => one.ms)), median(pairs.map(([, other]) => other.ms))]
    prove({
      area: 'Writers: speed',
      claim: `${rows} rows × 26 columns at least ${leastRatio} times as fast as exceljs's streaming writer used plainly`,
      measured: `${ratio.toFixed(1)} times (${(ours / 1000).toFixed(1)} s, ${(plain / 1000).toFixed(1)} s; median of ${pairs.length} pairs)`,
      isKept: ratio >= leastRatio,
    })
  })

  it('takes memory that does not grow with the rows', async () => {
    const rows = scale({ full: 500_000, short: 50_000 })
    const { ms, peakMb } = await run('ours', rows)
    prove({
      area: 'Writers: memory',
      claim: `${rows} rows × 26 columns under ${mostMb} MB`,
      measured: `${peakMb.toFixed(0)} MB, ${(ms / 1000).toFixed(1)} s`,
      isKept: peakMb < mostMb,
    })
  })

  it('goes on in a second sheet where Excel has no more rows, and loses none', async () => {
    const rows = scale({ full: 1_100_000, short: 20_000 })
    const file = join(folder, 'long.xlsx')
    const workbook = createWorkbook(file, scale({ full: {}, short: { rows: 15_000 } }))
    const sheet = workbook.addSheet({ name: 'Results', columns: [{ heading: 'number' }], hasAutoFilter: true })
    for (let row = 0; row < rows; row += 1) await sheet.write([{ t: 'n', v: row }])
    const written = await sheet.finish()
    await workbook.finish()
    const source = await openSheet(file, {})
    let [next, wrong] = [0, 0]
    for (const { name } of written) {
      for await (const { number, cells } of source.select(name)?.rows() ?? []) {
        const [cell] = cells
        if (number === 1) continue
        if (cell?.t !== 'n' || cell.v !== next) wrong += 1
        next += 1
      }
    }
    await source.close()
    const sheets = written.map((one) => `${one.name}: ${one.rows}`).join(', ')
    prove({
      area: 'Writers: row limit',
      claim: `${rows} rows are all there, in order, in sheets that Excel holds`,
      measured: `${sheets}; ${next} read back, ${wrong} wrong`,
      isKept: written.length === 2 && next === rows && wrong === 0 && written.every((one) => one.rows < 1_048_576),
    })
  })

  it('compares like with like: both sides write the same cells', async () => {
    const rows = 50
    await run('ours', rows)
    await run('plain', rows)
    const [ours, plain] = await Promise.all(
      ['ours', 'plain'].map((side) => readSheet(join(folder, `${side}.xlsx`), 'Results')),
    )
    for (let row = 1; row <= rows + 1; row += 1) {
      for (let column = 1; column <= 26; column += 1) {
        const [one, other] = [ours, plain].map((sheet) => sheet?.getCell(row, column))
        expect([one?.value, one?.numFmt]).toEqual([other?.value, other?.numFmt])
      }
    }
    expect(checkWorkbook(await readParts(join(folder, 'ours.xlsx')))).toEqual([])
  })
})
