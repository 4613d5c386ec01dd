import { find } from '../messages/catalogue.ts'
import type { Field, ReadSettings } from '../pipeline/model/operation.ts'
import { foldText } from '../sheet/fold-text.ts'
import { createFixList, type FixList } from '../sheet/values/value-list.ts'
import { BatchError } from '../support/errors.ts'

/** Field → written text → meaning. */
export type FixEntries = Readonly<Record<string, Readonly<Record<string, string>>>>

/** @throws BatchError `usage` for an entry with two meanings, or a meaning that its field does not take. */
export function toFixLists(
  entries: FixEntries,
  fields: readonly Field[],
  settings: ReadSettings,
): ReadonlyMap<string, FixList> {
  return new Map(
    fields.flatMap((field) => {
      const list = Object.hasOwn(entries, field.name) ? entries[field.name] : undefined
      if (list === undefined) return []
      requireOneMeaning(field, list)
      for (const [written, meant] of Object.entries(list)) requireTakenValue(field, written, meant, settings)
      return [[field.name, createFixList(list)] as const]
    }),
  )
}

function requireOneMeaning({ name }: Field, list: Readonly<Record<string, string>>): void {
  const seen = new Map<string, string>()
  for (const [written, meant] of Object.entries(list)) {
    const earlier = seen.get(foldText(written)) ?? written
    seen.set(foldText(written), earlier)
    if (list[earlier] === meant) continue
    const was = list[earlier] ?? ''
    throw new BatchError('usage', find('values-two-meanings', { field: name, earlier, was, written, meant }))
  }
}

function requireTakenValue(field: Field, written: string, meant: string, settings: ReadSettings): void {
  // An entry may empty a cell: `"-": ""`.
  if (meant === '' && foldText(written) !== '') return
  const reading = field.read({ t: 's', v: meant }, settings)
  if (reading.ok) return
  const { rule, hint } = reading
  throw new BatchError('usage', find('value-not-taken', { field: field.name, written, meant, rule, hint }))
}
