import type { Field } from '../pipeline/terms/operation.ts'
import { nearest } from '../sheet/nearest.ts'
import { BatchError } from '../support/errors.ts'

/** @throws BatchError `usage` for a name that is no field: a value for it would go nowhere, and nobody would see it. */
export function requireFieldNames(option: string, names: Iterable<string>, fields: readonly Field[]): void {
  const known = fields.map(({ name }) => name)
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    throw new BatchError('usage', `${option} names “${name}”, which is no field`, {
      hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}The fields are ${known.join(', ')}.`,
    })
  }
}
