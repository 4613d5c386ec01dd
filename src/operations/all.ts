import type { Operation } from '../pipeline/terms/operation.ts'
import { BatchError } from '../support/errors.ts'
import { assess } from './assess.ts'
import { decide } from './decide.ts'
import { invite } from './invite.ts'

/** What is common to all operations, whatever they send. */
export type OperationFacts = Pick<
  Operation<object>,
  'name' | 'fields' | 'identifierField' | 'preferredSheet' | 'tellingFields' | 'template'
>

/** Every operation, by what is common to all. */
export const operations: readonly OperationFacts[] = [assess, decide, invite]

/** Something that can be done with any operation. */
export type UseOfOperation<Result> = <Request extends object>(operation: Operation<Request>) => Result

/** @throws BatchError `defect` when there is none of that name. */
export function withOperation<Result>(name: string, use: UseOfOperation<Result>): Result {
  switch (name) {
    case assess.name:
      return use(assess)
    case decide.name:
      return use(decide)
    case invite.name:
      return use(invite)
    default:
      throw new BatchError('defect', `there is no operation ${name}`)
  }
}
