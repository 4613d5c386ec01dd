import type { LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Submissions } from '../../ledger/port/submissions.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { find } from '../../messages/catalogue.ts'
import { type Cell, cellAddress } from '../../sheet/cell.ts'
import type { Operation } from '../model/operation.ts'
import { readSubjects } from '../rows/read-subjects.ts'
import type { ChosenSheet } from '../tables/search-sheet.ts'

interface Known {
  submissions: Pick<Submissions, 'requestsOf' | 'standingRows'>
  target: Target
  sheets: readonly ChosenSheet[]
}

/** Refuses rows that say another person, day or place than the assessment that they name, as the ledger knows it. */
export async function refuseWrongTrips(
  rows: readonly LoadedRow[],
  { fourEyes }: Pick<Operation, 'fourEyes'>,
  { submissions, target, sheets }: Known,
): Promise<readonly LoadedRow[]> {
  const named = rows.flatMap(({ content, orderKey }) => (content.kind === 'request' ? (orderKey ?? []) : []))
  if (fourEyes === undefined || named.length === 0) return rows
  const subjects = await readSubjects(fourEyes, { submissions, target }, [...new Set(named)])
  return rows.map((row) => {
    const { content, orderKey = '' } = row
    const known = subjects.get(orderKey)
    const columns = sheets[row.sheet]?.headings.columns
    if (content.kind !== 'request' || known === undefined || columns === undefined) return row
    const cells = parseStored<readonly Cell[]>(row.cells, 'row')
    const problems = fourEyes
      .findContradictions(known, cells, columns)
      .map(({ heading, index, field, says, known }) => ({
        field,
        cell: cellAddress(row.rowNumber, index),
        column: index,
        heading,
        value: says,
        ...find('of-another-trip', { assessment: orderKey, known }),
      }))
    if (problems.length === 0) return row
    return { ...row, content: { kind: 'held', state: 'invalid', detail: JSON.stringify({ problems }) } }
  })
}
