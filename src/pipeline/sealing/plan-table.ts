import { createHash } from 'node:crypto'
import type { Target } from '../../ledger/port/targets.ts'
import type { Operation } from '../model/operation.ts'

/** Source of a column: the request, the ledger, or what is only shown. */
type Origin = 'request' | 'ledger' | 'shown'

export interface PlanColumn {
  heading: string
  origin: Origin
  /** Identifies the subject of a request. */
  isThing?: boolean
}

export type PlanLine = readonly string[]

/** The same requests for another target are another plan. */
interface PlanHead {
  operation: string
  target: Pick<Target, 'address' | 'company'>
}

/** The row in the sheet, then the operation's columns. Pure. */
export function listPlanColumns({ fourEyes }: Pick<Operation, 'fourEyes'>): PlanColumn[] {
  const columns = (fourEyes?.columns ?? []).map(({ heading, origin }) => ({
    heading,
    origin,
    isThing: heading === fourEyes?.aboutField,
  }))
  return [{ heading: 'row', origin: 'shown' }, ...columns]
}

/** Key of the request alone, without its row and the ledger's facts. Pure. */
export function keyOfLine(columns: readonly PlanColumn[], line: PlanLine): string {
  return JSON.stringify(line.filter((_, index) => columns[index]?.origin === 'request'))
}

/** SHA-256, in hex, over all lines in their order. Pure. */
export function digestPlan({ operation, target }: PlanHead, lines: readonly PlanLine[]): string {
  const hash = createHash('sha256').update(JSON.stringify([operation, target.address, target.company]))
  for (const line of lines) hash.update(`\n${JSON.stringify(line)}`)
  return hash.digest('hex')
}

/** Short form for people, `1A2B-3C4D`. Pure. */
export function shortenSeal(seal: string): string {
  return `${seal.slice(0, 4)}-${seal.slice(4, 8)}`.toUpperCase()
}

/** For people who check a seal. */
export const planRecipe =
  'The seal is the SHA-256, in hex, of the JSON array of operation, address and company, and then for each line of the sheet Plan, in its order, ' +
  'a line feed and the JSON array of its texts ("" for an empty cell).'

/** One text a line, for the person who releases it: from the ledger, never from a workbook. Pure. */
export function describeLines(operation: Pick<Operation, 'fourEyes'>, lines: readonly PlanLine[]): string[] {
  const columns = listPlanColumns(operation)
  const at = new Map(columns.map(({ heading }, index) => [heading, index]))
  const shown = operation.fourEyes?.shownFirst ?? []
  return lines.map((line) => {
    const cell = (heading: string): string => line[at.get(heading) ?? -1] ?? ''
    return [line[0] ?? '', ...shown.map((show) => show(cell))].filter((text) => text !== '').join(' · ')
  })
}
