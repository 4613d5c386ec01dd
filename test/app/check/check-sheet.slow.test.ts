import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkSheet } from '../../rooms/app/check.ts'
import type { DryRunPorts } from '../../rooms/app/ledger.ts'
import { assess } from '../../rooms/operations.ts'
import { silentLogger } from '../../rooms/support.ts'
import { readParts } from '../../sheet/writing/read-workbook.ts'
import { toCsv, toXlsx, trip } from '../../support/trips.ts'

/** Five bad cells in each row. */
const bad = { Purpose: '', Role: '', 'Host country': '', 'Trip start': '', 'Right to work': '' }
const trips = Array.from({ length: 2_001 }, (_, row) => trip(`E${row}`, bad))

async function check(name: string, content: string | Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [input, output] = [join(folder, name), join(folder, 'checked.xlsx')]
  writeFileSync(input, content)
  const warnings: string[] = []
  const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) }
  const face: DryRunPorts = { logger, cleaningUp: (_, run) => run() }
  await checkSheet(assess, { input, output }, face)
  return { parts: await readParts(output), warnings }
}

it('cells below one another are marked together in a copy, which gets no comments', async () => {
  const { parts, warnings } = await check('trips.xlsx', await toXlsx(trips))
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain(
    '<conditionalFormatting sqref="B2:B2002 D2:D2002 F2:F2002 H2:H2002 L2:L2002">',
  )
  expect([...parts.keys()].filter((part) => /comment|vml/i.test(part))).toEqual([])
  expect(warnings).toEqual([])
})

it('a new workbook has no comments either', async () => {
  const { parts } = await check('trips.csv', toCsv(trips))
  expect([...parts.keys()].filter((part) => /comment|vml/i.test(part))).toEqual([])
})
