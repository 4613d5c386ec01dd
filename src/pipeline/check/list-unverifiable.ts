import type { Operation } from '../model/operation.ts'

/** Limits of a check, as sentences. `read`: fields with a column or a default. */
export function listUnverifiable(
  { name, sheet: { fields, onlyServiceKnows } }: Pick<Operation, 'name' | 'sheet'>,
  read: ReadonlySet<string>,
  listed: ReadonlySet<string>,
): string[] {
  const unlisted = fields
    .filter((field) => field.about.kind === 'listed' && read.has(field.name) && !listed.has(field.name))
    .map((field) => field.name)
  const lists =
    unlisted.length === 0
      ? []
      : [`whether the values of ${unlisted.join(', ')} are on the service's lists: no list was given (‹lists›)`]
  return [
    ...lists,
    ...onlyServiceKnows,
    `what was sent before: no ledger is read (rwa-batch ${name} <input> ‹dryRun› compares with it)`,
  ]
}
