import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runOperation } from '../../rooms/app.ts'
import { writeTemplate } from '../../rooms/pipeline/template.ts'
import { sentTo, startDecisionService } from '../../support/decision-service.ts'
import { readOutput } from '../../support/outputs.ts'
import { refusal, token } from '../../support/service.ts'
import { useSharedFingerprints } from '../../support/shared-fingerprints.ts'
import { remind } from './remind.ts'

useSharedFingerprints()

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-fourth-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const sheet = [
  'First name,Last name,E-mail,Staff ID',
  'Ada,One,ada@company.example,C-1',
  'Bea,Two,no address,C-2',
  'Cem,Three,cem@company.example,C-3',
  'Dag,Four,dag@company.example,C-4',
].join('\n')

async function answerUnknown(file: string, answer: string): Promise<void> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const unknown = workbook.getWorksheet('Unknown')
  const headings = unknown?.getRow(1).values as string[]
  for (const [heading, value] of Object.entries({ resolution: answer, reason: 'asked there' })) {
    const cell = unknown?.getCell(2, headings.indexOf(heading))
    if (cell !== undefined) cell.value = value
  }
  await workbook.xlsx.writeFile(file)
}

describe('a fourth operation, in one file', () => {
  it('is loaded, sent and written, carried on with, and answered for, like the other three', async () => {
    let isCut = true
    const service = await startDecisionService(({ fields }) => {
      if (fields['staff_id'] === 'C-3') return refusal('no such person')
      return fields['staff_id'] === 'C-4' && isCut ? 'cut' : undefined
    })
    const folder = createFolder()
    const input = join(folder, 'late.csv')
    writeFileSync(input, sheet)
    const output = join(folder, 'late.reminded.xlsx')
    const options = { input, output, baseUrl: service.baseUrl, token, ledger: join(folder, 'ledger.sqlite') }
    const report = await runOperation(remind, options)
    expect(report.balance.map(({ state, count }) => [state, count])).toEqual([
      ['invalid', 1],
      ['rejected', 1],
      ['reminded', 1],
      ['unknown', 1],
    ])
    const written = await readOutput(output)
    expect(written.column('outcome')).toEqual(['reminded', 'invalid', 'rejected', 'unknown'])
    expect(written.table('Unknown').rows[0]).toMatchObject({
      staff_id: 'C-4',
      hint: expect.stringContaining('reminded'),
    })

    isCut = false
    await answerUnknown(output, 'not reminded')
    await runOperation(remind, options)
    expect((await readOutput(output)).column('outcome')).toEqual(['reminded', 'invalid', 'rejected', 'reminded'])
    const sent = sentTo(service, 'create_pending_user').map((fields) => fields['staff_id'])
    expect(sent.toSorted()).toEqual(['C-1', 'C-3', 'C-3', 'C-4', 'C-4'])
  })

  it('has a template', async () => {
    const { file } = await writeTemplate(remind, new Map(), join(createFolder(), 'late.xlsx'))
    const template = await readOutput(file, 'Reminders')
    expect(template.results[0]).toMatchObject({ 'Staff ID': 'EXAMPLE – delete this row', 'First name': 'Ada' })
  })
})
