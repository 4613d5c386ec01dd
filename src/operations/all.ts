import type { Operation } from '../pipeline/model/operation.ts'
import { BatchError } from '../support/errors.ts'
import { assess } from './assess.ts'
import { decide } from './decide.ts'
import { invite } from './invite.ts'

const all = { assess, decide, invite }

export type OperationName = keyof typeof all

/** Every operation there is: the only list of them. */
export const operations: readonly Operation[] = Object.values(all)

/** @throws BatchError `usage` when there is none of that name. */
export function findOperation(name: string): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (found !== undefined) return found
  const known = operations.map((operation) => operation.name).join(', ')
  throw new BatchError('usage', `there is no operation “${name}”: expected one of ${known}`)
}
