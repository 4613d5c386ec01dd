import type { Target } from '../../ledger/port/targets.ts'
import type { Operation, TaughtField } from '../../pipeline/model/operation.ts'
import { toLongDate } from '../../sheet/values/date-pattern.ts'
import { createValueList } from '../../sheet/values/value-list.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'

type NamedOperation = Pick<Operation, 'name' | 'sheet'>
export type TaughtFields = ReadonlyMap<string, TaughtField>

/** What the company at the address accepted and refused of values whose list nobody knows. Empty without a ledger. */
export async function readTaughtFields(
  location: LedgerLocation,
  { address, company }: Omit<Target, 'id'>,
  { name, sheet }: NamedOperation,
): Promise<TaughtFields> {
  const fields = sheet.fields.flatMap((field) => (field.about.kind === 'listed' ? [field.name] : []))
  const store = findStore(location)
  if (fields.length === 0 || !(await store.exists())) return new Map()
  const { accepted, refused } = await store.view(async ({ submissions, targets }) =>
    submissions.taught(name, await targets.find(address, company), fields),
  )
  return new Map(
    fields.map((field) => {
      const lines = [...(refused.get(field) ?? [])].map(
        ([value, { count, at }]) => [value, { count, on: toDay(at) }] as const,
      )
      return [field, { accepted: createValueList(accepted.get(field) ?? []), refused: new Map(lines) }]
    }),
  )
}

function toDay(at: number): string {
  const date = new Date(at)
  return toLongDate({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
}
