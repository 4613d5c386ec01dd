import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { program } from '../../support/program.ts'
import { toXlsx, trips } from '../../support/trips.ts'
import { readParts } from '../writing/read-workbook.ts'
import { mebibytes, runMeasured, temporaryFolder } from './in-child.ts'
import { writeLargeZip } from './large-workbook.ts'

const count = 64_000
const aligned = (at: number, base: string): string =>
  `<xf numFmtId="${164 + (at % 200)}" fontId="0" fillId="0" borderId="0"${base} applyNumberFormat="1"><alignment indent="${at % 15}"/></xf>`
const times = (make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join('')

function manyStyles(): string {
  const formats = Array.from(
    { length: 200 },
    (_, at) => `<numFmt numFmtId="${164 + at}" formatCode="0&quot;u${at}&quot;"/>`,
  )
  return (
    `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${formats.join('')}</numFmts><fonts><font/></fonts>` +
    `<cellStyleXfs>${times((at) => aligned(at, ''))}</cellStyleXfs><cellXfs>${times((at) => aligned(at, ` xfId="${at}"`))}</cellXfs>` +
    `<cellStyles>${times((at) => `<cellStyle name="Style ${at} of an old template" xfId="${at}"/>`)}</cellStyles></styleSheet>`
  )
}

it('64,000 cell formats with as many named styles fit into 512 MiB, for a check, a marked copy and a run', async () => {
  const folder = await temporaryFolder()
  const plain = join(folder, 'plain.xlsx')
  writeFileSync(plain, await toXlsx(trips(2)))
  const parts = await readParts(plain)
  const styled = {
    ...Object.fromEntries([...parts].map(([name, text]) => [name, [text]])),
    'xl/styles.xml': [manyStyles()],
  }
  await writeLargeZip(join(folder, 'styled.xlsx'), styled)
  const check = ['check', 'assess', 'styled.xlsx']
  const run = ['assess', 'styled.xlsx', '--sandbox', '--yes', '--ledger', 'ledger.sqlite']
  for (const args of [check, [...check, '-o', 'marked.xlsx'], run]) {
    const { code, stderr, peakBytes } = await runMeasured(folder, program, args)
    expect([code, stderr.includes('new workbook')], stderr).toEqual([0, false])
    expect(mebibytes(peakBytes), args.join(' ')).toBeLessThan(512)
  }
})
