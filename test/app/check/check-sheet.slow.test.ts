import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkSheet } from '../../../src/app/check/check-sheet.ts'
import type { DryRunPorts } from '../../../src/app/ledger/scratch-ledger.ts'
import { assess } from '../../../src/operations/assess.ts'
import { createWorkbook } from '../../../src/sheet/writing/workbook.ts'
import { silentLogger } from '../../../src/support/logger.ts'
import { readParts } from '../../sheet/writing/read-workbook.ts'
import { trip } from '../../support/trips.ts'

it('a workbook that is checked has at most 10,000 comments; cells below one another are coloured together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [input, output] = [join(folder, 'trips.xlsx'), join(folder, 'checked.xlsx')]
  const columns = Object.keys(trip('E')).map((heading) => ({ heading }))
  const workbook = createWorkbook(input)
  const sheet = workbook.addSheet({ name: 'Trips', columns })
  // Five bad cells in each row.
  const bad = { Purpose: '', Role: '', 'Host country': '', 'Trip start': '', 'Right to work': '' }
  for (let row = 0; row <= 2_000; row += 1) {
    const values = Object.values(trip(`E${row}`, bad))
    await sheet.write(values.map((value) => ({ t: 's', v: String(value) })))
  }
  await sheet.finish()
  await workbook.finish()
  const face: DryRunPorts = { logger: silentLogger, cleaningUp: (_, run) => run() }
  const { written } = await checkSheet(assess, { input, output }, face)
  expect(written?.hasMarksOnly).toBe(true)
  const parts = await readParts(output)
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain(
    '<conditionalFormatting sqref="B2:B2002 D2:D2002 F2:F2002 H2:H2002 L2:L2002">',
  )
  expect(parts.get('xl/comments1.xml')?.match(/<comment /g)).toHaveLength(10_000)
})
