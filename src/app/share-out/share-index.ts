import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { currentOperator } from '../../ledger/operator.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { openEach } from '../../pipeline/earlier-output/open-earlier-output.ts'
import { textCell, timeCell, valueCell } from '../../pipeline/rows/cells.ts'
import { writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import { digestCells } from '../../sheet/digest-cells.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { Table } from '../../sheet/writing/workbook-writer.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import type { ShareStatement } from '../seal-statement.ts'
import { findPart, referToPart } from './reference.ts'

/** Beside the workbooks: which there are, and who has answered. */
export const indexName = 'Shared out.xlsx'

/** One workbook that was handed out. */
export interface SharedPart {
  part: number
  /** The value of the column that all its rows have. */
  name: string
  file: string
  rows: number
  answered: number
  /** Milliseconds since 1970, of the last answer; undefined: none. */
  at: number | undefined
}

/** `parts`: undefined where the folder cannot be read from here. */
export interface ShareOut extends ShareStatement {
  at: number
  parts: readonly SharedPart[] | undefined
}

export function isAnswered({ rows, answered }: SharedPart): boolean {
  return answered >= rows
}

/** As the ledger's log and the folders have them, the latest first; of each share-out its latest. Takes no lock. */
export async function listShareOuts(location: LedgerLocation): Promise<ShareOut[]> {
  const store = findStore(location)
  if (!(await store.exists())) return []
  const lines = await store.view(({ attempts }) => attempts.disclosures('share'))
  const found = new Map<string, ShareStatement & { at: number }>()
  for (const { at, detail } of lines) {
    const statement = parseStored<ShareStatement>(detail, 'statement')
    found.delete(statement.code)
    found.set(statement.code, { ...statement, at })
  }
  const isHere = ({ machine }: ShareStatement): boolean => machine === currentOperator().machine
  const read = [...found.values()].map(async (each) => ({
    ...each,
    parts: isHere(each) ? await readIndex(each.folder, each.code) : undefined,
  }))
  return (await Promise.all(read)).toReversed()
}

function indexTable(code: string, heading: string): Table<SharedPart> {
  return {
    name: 'Shared out',
    hasAutoFilter: true,
    columns: [
      { heading: 'Workbook', width: 14, cell: ({ part }) => textCell(referToPart({ code, part })) },
      { heading, width: 30, cell: ({ name }) => textCell(name) },
      { heading: 'File', width: 40, cell: ({ file }) => textCell(file) },
      { heading: 'Rows', width: 10, cell: ({ rows }) => valueCell(rows) },
      { heading: 'Answered', width: 12, cell: ({ answered }) => valueCell(answered) },
      { heading: 'Last answer', width: 17, cell: ({ at }) => timeCell(at) },
    ],
  }
}

export async function writeIndex(
  folder: string,
  { code, heading }: Pick<ShareStatement, 'code' | 'heading'>,
  parts: readonly SharedPart[],
): Promise<void> {
  const table = indexTable(code, heading)
  await writeTables({
    output: join(folder, indexName),
    fill: async (workbook) =>
      void (await writeSheet(workbook, table, [parts], (part) => [table.columns.map(({ cell }) => cell(part))])),
    verify: (file) => digestCells(file),
  })
}

/** Undefined where there is none, or one of another share-out. */
async function readIndex(folder: string, wanted: string): Promise<SharedPart[] | undefined> {
  const file = join(folder, indexName)
  const parts: SharedPart[] = []
  for await (const source of openEach(existsSync(file) ? [file] : [])) {
    for await (const { cells } of source.rows()) {
      const [reference = '', name = '', ofFile = '', rows, answered, at] = cells.map((cell) => displayCell(cell).trim())
      const { code, part = 0 } = findPart(reference) ?? {}
      const answeredAt = at ? Date.parse(`${at}Z`) : undefined
      if (code === wanted)
        parts.push({ part, name, file: ofFile, rows: Number(rows), answered: Number(answered), at: answeredAt })
    }
  }
  return parts.length === 0 ? undefined : parts
}
