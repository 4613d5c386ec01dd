import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkSheet } from '../../src/app/check-sheet.ts'
import type { FacePorts } from '../../src/app/scratch-ledger.ts'
import { assess } from '../../src/operations/assess.ts'
import { silentLogger } from '../../src/support/logger.ts'
import { readOutput } from '../support/outputs.ts'
import { toCsv, trip } from '../support/trips.ts'

it('a check gives what it found as values, and a workbook whose hints have the words of the face', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [input, output] = [join(folder, 'trips.csv'), join(folder, 'checked.xlsx')]
  writeFileSync(input, toCsv([trip('E1'), trip('E2', { Purpose: '' })]))
  let cleanedUp = 0
  const face: FacePorts = {
    logger: silentLogger,
    word: (text) => text.replaceAll('‹set›', 'the box “Defaults”'),
    async cleaningUp(cleanUp, run) {
      try {
        return await run()
      } finally {
        cleanedUp += 1
        cleanUp()
      }
    },
  }
  const { report, written } = await checkSheet(assess, { input, output }, face)
  expect(report.rows).toBe(2)
  expect(report.groups).toMatchObject([{ field: 'purpose', rule: 'must not be empty', count: 1, cells: ['B3'] }])
  expect(cleanedUp).toBe(1)
  const { results } = await readOutput(written?.file ?? '', 'Problems')
  expect(results[0]?.['hint']).toContain('with the box “Defaults” purpose=…')
})
