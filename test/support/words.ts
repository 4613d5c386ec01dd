import { type Message, wordMessage } from '../../src/messages/catalogue.ts'
import { libraryFace } from '../../src/messages/face.ts'

/** A message in the library's words. */
export function wordsOf(said: Message | string | undefined): string | undefined {
  return typeof said === 'object' ? wordMessage(said, libraryFace)?.text : said
}
