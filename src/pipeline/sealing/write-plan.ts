import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { ShownLine } from '../../ledger/port/outcomes.ts'
import type { SheetRow } from '../../sheet/cell.ts'
import { listHidden } from '../../sheet/reading/hidden-parts.ts'
import type { OutputCell, OutputSheet, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { openEarlierOutput } from '../earlier-output/open-earlier-output.ts'
import type { Plan } from '../model/events.ts'
import type { Operation } from '../model/operation.ts'
import { textCell, valueCell } from '../rows/cells.ts'
import { writeSheet, writeTables } from '../tables/write-tables.ts'
import { type ListedPlan, textOfCell } from './list-planned.ts'
import { type PlanLine, planRecipe, shortenSeal } from './plan-table.ts'

export const sealSheetName = 'Seal'
export const planSheetName = 'Plan'
export const sealLabel = 'Seal'

export interface ReadPlan {
  seal: string
  /** Digest of the sheet Seal, which says who sealed the plan. */
  face: string
  headings: PlanLine
  lines: PlanLine[]
  hidden: readonly string[]
}

/** Undefined for a file that is not a sealed plan. */
export async function readPlan(file: string): Promise<ReadPlan | undefined> {
  if (extname(file).toLowerCase() !== '.xlsx') return undefined
  const facts = ((await readSheet(file, sealSheetName)) ?? []).map(({ cells }) => cells.map(textOfCell))
  const seal = facts.find(([label]) => label === sealLabel)?.[1]?.trim() ?? ''
  const [headings, ...rows] = (/^[0-9a-f]{64}$/.test(seal) ? await readSheet(file, planSheetName) : undefined) ?? []
  if (headings === undefined) return undefined
  const face = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const width = headings.cells.length
  const lines = rows.map(({ cells }) => Array.from({ length: width }, (_, index) => textOfCell(cells[index])))
  return { seal, face, headings: headings.cells.map(textOfCell), lines, hidden: await listHidden(file) }
}

async function readSheet(file: string, sheet: string): Promise<SheetRow[] | undefined> {
  const source = await openEarlierOutput(file, { sheet })
  if (source === undefined) return undefined
  const rows: SheetRow[] = []
  try {
    for await (const row of source.rows()) rows.push(row)
  } finally {
    await source.close()
  }
  return rows
}

export interface SealFacts {
  seal: string
  /** A stated staff ID; the account and the machine come from the system. */
  by: string
  at: number
  account: string
  machine: string
  company: string
  /** Number of the run in the ledger, and until when it may be released. */
  run: number
  until: number
  isSimulated: boolean
  /** The planned sheet, and the states of its other rows. */
  file: string
  balance: readonly ShownLine[]
  plan: Plan
}

/** Reads the file back. @throws BatchError when it cannot be written, or when it would not be read as it was sealed. */
export async function writePlan(
  output: string,
  operation: Operation,
  listed: ListedPlan,
  facts: SealFacts,
): Promise<{ file: string; face: string }> {
  let face = ''
  const { file } = await writeTables({
    output,
    async fill(workbook) {
      await writeSheet(workbook, sealSheet, [listFacts(operation, listed, facts)], (line) => [line])
      const columns = [{ heading: 'row', width: 12 }, ...(operation.fourEyes?.columns ?? [])]
      const sheet: OutputSheet = { name: planSheetName, columns, hasAutoFilter: true, frozenColumns: 4 }
      const written: readonly WrittenSheet[] = await writeSheet(workbook, sheet, [listed.planned], ({ cells }) => [
        cells,
      ])
      if (written.length < 2) return
      const lines = listed.lines.length.toLocaleString('en')
      throw new BatchError('input', `${lines} requests do not fit one sheet to be read by a person`, {
        hint: 'Divide the sheet. Nothing was sealed.',
      })
    },
    async verify(temporary) {
      const read = await readPlan(temporary)
      face = read?.face ?? ''
      if (read?.seal === facts.seal && JSON.stringify(read.lines) === JSON.stringify(listed.lines)) return
      throw new BatchError('defect', 'the written plan is not read as it was sealed', {
        hint: 'Nothing was sealed. Please report this.',
      })
    },
  })
  return { file, face }
}

const sealSheet: OutputSheet = {
  name: sealSheetName,
  hasHeadings: false,
  columns: [
    { heading: '', width: 30 },
    { heading: '', width: 110, isWrapped: true },
  ],
}

function listFacts({ output }: Operation, { contradictions }: ListedPlan, facts: SealFacts): OutputCell[][] {
  const { seal, by, at, account, machine, company, isSimulated, file, balance, plan } = facts
  const { counts, actors, replaced, targetLabel, isTestTarget, total } = plan
  const place = isSimulated ? 'SIMULATED: the sandbox' : isTestTarget ? 'TEST' : 'not marked as test'
  const line = (...facts: [label: string, value: string | number]): OutputCell[] => facts.map(valueCell)
  const counted = (of: ReadonlyMap<string, number>, before: string): OutputCell[][] =>
    [...of].map(([name, count]) => line(`${before}${name}`, count))
  const left = balance.filter(({ state }) => state !== 'ready')
  return [
    [{ ...textCell(`Sealed plan: ${output.title}`), look: 'title' }],
    line(sealLabel, seal),
    line('In short', shortenSeal(seal)),
    line('Sealed by', `${by} (a statement, not a log-in)`),
    line('Account and machine', `${account}@${machine}`),
    line('Sealed at (UTC)', toIsoTime(at)),
    line('Goes to', `${targetLabel} (${place}), company ${company}`),
    line('Sheet', file),
    line('Run in the ledger', `${facts.run}; to be released before ${toIsoTime(facts.until)}`),
    [],
    line('To be sent', total),
    ...counted(counts, ''),
    ...counted(actors, 'by '),
    line('Replace what was recorded', replaced.count),
    ...left.map(({ state, wasDone, count }) => line(`Not sent: ${wasDone ? `${state} already` : state}`, count)),
    line('Contradictions', contradictions.length),
    ...contradictions.map((text) => line('', text)),
    [],
    line(
      'What now',
      `Another person reads the sheet ${planSheetName} and releases it under another staff ID. Until then nothing is sent.`,
    ),
    line(
      'What breaks the seal',
      'A change of a text on the sheet Plan, or of what was recorded of these assessments since. This workbook is a print: what is released is shown from the ledger and sent from it, whatever a copy of this one shows.',
    ),
    line(
      'What a name is',
      'A statement: the program sees to it that the two staff IDs differ, not who types them. The log of attempts names account and machine of both.',
    ),
    line('How it is computed', planRecipe),
  ]
}
