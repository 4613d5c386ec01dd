import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runOperation } from '../../rooms/app.ts'
import { resultColumn } from '../../rooms/operations.ts'
import type { Operation } from '../../rooms/pipeline/model.ts'
import { startDecisionService } from '../../support/decision-service.ts'
import { readOutput } from '../../support/outputs.ts'
import { token } from '../../support/service.ts'
import { useSharedFingerprints } from '../../support/shared-fingerprints.ts'
import { remind } from './remind.ts'

useSharedFingerprints()

const since = resultColumn('since', 12, ({ submission }) => (submission?.sentAt === undefined ? '' : 'today'))
const wider: Operation = {
  ...remind,
  output: { ...remind.output, columns: [...remind.output.columns, since] },
} as Operation

it('a further result column is one line in the file of its operation', async () => {
  const service = await startDecisionService(() => undefined)
  const folder = mkdtempSync(join(tmpdir(), 'rwa-column-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const input = join(folder, 'late.csv')
  writeFileSync(input, 'First name,Last name,E-mail,Staff ID\nAda,One,ada@company.example,C-1\nBea,Two,no,C-2')
  const output = join(folder, 'late.reminded.xlsx')
  const ledger = join(folder, 'ledger.sqlite')
  await runOperation(wider, { input, output, baseUrl: service.baseUrl, token, ledger })
  expect((await readOutput(output)).column('since')).toEqual(['today', null])
})
