/** A message in the library's words. */
import { libraryFace, type Message, wordMessage } from '../rooms/messages.ts'
export function wordsOf(said: Message | string | undefined): string | undefined {
  return typeof said === 'object' ? wordMessage(said, libraryFace)?.text : said
}
