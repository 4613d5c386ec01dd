import { type Message, message, wordMessage } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import type { PairDoubts } from '../model/options.ts'

/** Of a plan: several decisions, and one identifier of an event. */
export function describeRepeated(repeated: { event: string; rows: readonly string[] }, face = libraryFace): string {
  return say(message('event-repeated', repeated), face)
}

/** What speaks against two people having sealed and released a plan; said before the release, and in the log. */
export function describePairDoubts(
  { isSameAccount, isLookAlike }: PairDoubts,
  isTeam = true,
  face = libraryFace,
): string[] {
  return [
    ...(isSameAccount ? [say(message('sealed-same-account', { isTeam }), face)] : []),
    ...(isLookAlike ? [say(message('sealed-look-alike'), face)] : []),
  ]
}

function say(said: Message, face: Face): string {
  return wordMessage(said, face)?.text ?? ''
}
