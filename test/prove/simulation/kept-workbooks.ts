import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers'
import type { LedgerLine } from '../../rooms/ledger/port.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import { readLedgerLine } from '../../rooms/pipeline/earlier-output.ts'
import { beginWorkbook, writeSheet, writeTables } from '../../rooms/pipeline/tables.ts'
import { planSummary } from '../../rooms/pipeline/write.ts'

/** Folder of what runs have written, which nothing puts back. */
export const outputs = 'outputs'

const facts = { file: 'trips.csv', sheets: [], operation: 'assess', title: 'Trips', company: 'default', balance: [] }
const words = { counted: { one: 'trip', many: 'trips', done: 'assessed' }, doneWord: 'scored' }
const target = { targetLabel: '', isTestTarget: true, isSimulated: false, toolVersion: '0.0.0', orphans: 0 }

/** No simulated process is at work meanwhile: files are read and written in turns of the real loop. */
export async function inRealTurns<Result>(act: () => Promise<Result>): Promise<Result> {
  const captured = globalThis.setImmediate
  globalThis.setImmediate = setImmediate
  try {
    return await act()
  } finally {
    globalThis.setImmediate = captured
  }
}

/** The sheet `Summary` of a run, as it would write it: its rows make no difference here. */
export async function keepWorkbook(home: string, number: number, ledger: Ledger): Promise<LedgerLine> {
  const line = await readLedgerLine(ledger)
  mkdirSync(join(home, outputs), { recursive: true })
  const recorded = { firstSentAt: undefined, lastRecordedAt: undefined }
  const open = { lines: [], others: 0 }
  const { sheet, lines } = planSummary({ ...facts, ...words, ...target, recorded, ledger: line }, { open })
  await writeTables({
    output: join(home, outputs, `run-${number}.xlsx`),
    begin: (file) => beginWorkbook(file, { isMarked: true }),
    fill: async (workbook) => void (await writeSheet(workbook, sheet, [lines], (cells) => [cells])),
    verify: async () => {},
  })
  return line
}
