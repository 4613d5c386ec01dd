import type { AssessmentResult } from '../contract/assessment.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import { BatchError } from '../support/errors.ts'
import { assess } from './assess.ts'
import { decide } from './decide.ts'
import { invite } from './invite.ts'

/** Scores of a finished row, by operation; `never` where the service gives none. */
export interface OperationResults {
  assess: AssessmentResult
  decide: never
  invite: never
}

export type OperationName = keyof OperationResults

const all: Readonly<Record<OperationName, Operation>> = { assess, decide, invite }

/** The only list of operations. */
export const operations: readonly Operation[] = Object.values(all)

/** @throws BatchError `usage` for an unknown name */
export function findOperation(name: string): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (found !== undefined) return found
  const known = operations.map((operation) => operation.name).join(', ')
  throw new BatchError('usage', `there is no operation “${name}”: expected one of ${known}`)
}
