import type { Operation } from '../pipeline/model/operation.ts'
import { BatchError } from '../support/errors.ts'
import { assess } from './assess.ts'
import { decide } from './decide.ts'
import { invite } from './invite.ts'

const all = { assess, decide, invite }

export type OperationName = keyof typeof all

/** The only list of operations. */
export const operations: readonly Operation[] = Object.values(all)

/** @throws BatchError `usage` for an unknown name */
export function findOperation(name: string): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (found !== undefined) return found
  const known = operations.map((operation) => operation.name).join(', ')
  throw new BatchError('usage', `there is no operation “${name}”: expected one of ${known}`)
}
