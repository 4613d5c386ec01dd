import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decide } from '../../operations/decide.ts'
import { openSandbox } from '../../sandbox/server.ts'
import type { CellEdit } from '../../sheet/edited-source.ts'
import { foldHeading } from '../../sheet/fold-text.ts'
import { openSheet } from '../../sheet/open.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'
import { saveCorrected } from '../check/save-corrected.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'

export interface DecisionFiles {
  /** A sheet with an employee and a decision in each row. */
  decisions: string
  /** An output of assess. */
  output: string
  /** The copy to write, with the decisions in its sheet Decisions. */
  filledIn: string
}

/** As a person does by hand: each decision goes into the line of its employee. */
export async function fillInDecisions(
  { decisions, output, filledIn }: DecisionFiles,
  ports: DryRunPorts,
): Promise<void> {
  const [committee, lines] = [await readTable(decisions), await readTable(output, 'Decisions')]
  const edits = lines.rows.flatMap(({ number, cells }): CellEdit[] => {
    const decision = committee.rows.find((row) => row.cells.get('staffid') === cells.get('employeeid'))
    return [...(decision?.cells ?? [])].flatMap(([heading, text]) => {
      const column = lines.headings.indexOf(heading)
      return column < 0 ? [] : [{ sheet: 'Decisions', row: number, column, text }]
    })
  })
  await saveCorrected(decide, { input: output, edits, reading: {}, output: filledIn, own: new Set() }, ports)
}

interface Table {
  /** Folded. */
  headings: readonly string[]
  rows: { number: number; cells: ReadonlyMap<string, string> }[]
}

/** Headings stand in the first row. */
async function readTable(file: string, sheet?: string): Promise<Table> {
  const source = await openSheet(file, { sheet })
  try {
    let headings: string[] | undefined
    const rows: Table['rows'] = []
    for await (const { number, cells } of source.rows()) {
      const texts = cells.map(displayCell)
      if (headings === undefined) headings = texts.map(foldHeading)
      else rows.push({ number, cells: new Map(texts.map((text, index) => [headings?.[index] ?? '', text])) })
    }
    if (headings === undefined) throw new BatchError('input', `${file} is empty`)
    return { headings, rows }
  } finally {
    await source.close()
  }
}

const password = 'correct horse battery staple'

/**
 * Opens the link in the newest e-mail to each address, as its reader does, and sends the form. `data`: of the sandbox
 * that sent the e-mails. Returns one line for each.
 */
export async function setUpAccounts(data: string, addresses: readonly string[]): Promise<string[]> {
  const sandbox = await openSandbox({ data })
  try {
    const lines: string[] = []
    for (const address of addresses) {
      const path = findSetupPath(join(dirname(data), 'outbox'), address)
      if (path === undefined) lines.push(`${address}: no e-mail`)
      else {
        const { ok } = await fetch(new URL(path, sandbox.baseUrl), {
          method: 'POST',
          body: new URLSearchParams({ password, repeated: password }),
        })
        lines.push(`${address}: ${ok ? 'account set up' : 'set up before'}`)
      }
    }
    return lines
  } finally {
    await sandbox.close()
  }
}

/** Of the newest e-mail; the port of the sandbox that sent it may be another one. */
function findSetupPath(outbox: string, address: string): string | undefined {
  const mails = readdirSync(outbox)
    .toSorted()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
  return /http:\/\/[\d.]+:\d+(\/version-test\/setup\/[\w-]+)/.exec(
    mails.findLast((mail) => mail.includes(address)) ?? '',
  )?.[1]
}
