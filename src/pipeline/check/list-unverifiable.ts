import { type Message, message, wordMessage } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import type { Operation } from '../model/operation.ts'

/**
 * Limits of a check, as sentences. `read`: fields with a column or a default; `listed`: fields whose values are known.
 */
export function listUnverifiable(
  { name, sheet: { fields, onlyServiceKnows } }: Pick<Operation, 'name' | 'sheet'>,
  read: ReadonlySet<string>,
  listed: ReadonlySet<string>,
  face: Face = libraryFace,
): string[] {
  const unlisted = fields
    .filter((field) => field.about.kind === 'listed' && read.has(field.name) && !listed.has(field.name))
    .map((field) => field.name)
  const say = (limit: Message): string => wordMessage(limit, face)?.text ?? ''
  const lists = unlisted.length === 0 ? [] : [say(message('lists-not-given', { fields: unlisted }))]
  return [...lists, ...onlyServiceKnows, say(message('ledger-unread', { operation: name }))]
}
