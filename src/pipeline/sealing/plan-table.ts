import { createHash } from 'node:crypto'
import type { Target } from '../../ledger/port/targets.ts'
import type { Operation } from '../model/operation.ts'

/** Who may have changed a column of a plan: the sheet, as far as it is sent or only shown, or what is recorded. */
export type Origin = 'request' | 'sheet' | 'memory'

export interface PlanColumn {
  heading: string
  origin: Origin
  /** Names what a request is about. */
  isThing?: boolean
}

/** The texts of one planned request, column by column. */
export type PlanLine = readonly string[]

/** For what a plan is made: the same requests elsewhere are another plan. */
export interface PlanHead {
  operation: string
  target: Pick<Target, 'address' | 'company'>
}

/** The columns of a plan: where in the sheet a request comes from, then what the operation shows of it. Pure. */
export function listPlanColumns({ fourEyes }: Pick<Operation, 'fourEyes'>): PlanColumn[] {
  const columns = (fourEyes?.columns ?? []).map(({ heading, origin }) => ({
    heading,
    origin,
    isThing: heading === fourEyes?.aboutField,
  }))
  return [{ heading: 'row', origin: 'sheet' }, ...columns]
}

/** What a line asks for, wherever it stands and whatever is known of it. Pure. */
export function keyOfLine(columns: readonly PlanColumn[], line: PlanLine): string {
  return JSON.stringify(line.filter((_, index) => columns[index]?.origin === 'request'))
}

/** SHA-256, in hex, over all lines in their order. Pure. */
export function digestPlan({ operation, target }: PlanHead, lines: readonly PlanLine[]): string {
  const hash = createHash('sha256').update(JSON.stringify([operation, target.address, target.company]))
  for (const line of lines) hash.update(`\n${JSON.stringify(line)}`)
  return hash.digest('hex')
}

/** A seal as people compare it. Pure. */
export function shortenSeal(seal: string): string {
  return `${seal.slice(0, 4)}-${seal.slice(4, 8)}`.toUpperCase()
}

/** How a seal is computed, for whoever checks one. */
export const planRecipe =
  'The seal is the SHA-256, in hex, of the JSON array of operation, address and company, and then for each line of the sheet Plan, in its order, ' +
  'a line feed and the JSON array of its texts ("" for an empty cell).'
