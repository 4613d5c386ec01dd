import { find, message, wordMessage } from '../messages/catalogue.ts'
import { assumedEncoding } from '../sheet/csv/encoding-doubt.ts'
import { findEncodingDoubt } from '../sheet/open.ts'
import { BatchError } from '../support/errors.ts'
import type { Host } from './host.ts'
import { printToStderr } from './output/print.ts'
import { typeAnswer } from './output/questions.ts'
import { terminalFace } from './output/terminal-face.ts'
import { toReadOptions } from './run-request.ts'
import type { Arguments } from './setting-options.ts'

/**
 * Asks at a terminal how the letters of a CSV file are read, where two encodings fit; without one, a warning says it.
 * `--yes` does not cover this question. @throws BatchError `usage` without an answer
 */
export async function settleEncoding<Given extends Arguments>(
  host: Host,
  args: Given,
  operation: Parameters<typeof toReadOptions>[0],
  file: string,
): Promise<Given> {
  if (host.stdin.isTTY !== true || toReadOptions(operation, args, true).encoding !== undefined) return args
  // What is wrong with the file is said when it is read.
  const doubt = await findEncodingDoubt(file).catch(() => undefined)
  if (doubt === undefined) return args
  const ways = [
    [assumedEncoding, doubt.shown],
    [doubt.encoding, doubt.meant],
  ] as const
  const asked = wordMessage(message('encoding-asked', { file }), terminalFace)?.text ?? ''
  printToStderr(host, [asked, ...ways.map(([encoding, text], index) => `  ${index + 1}  ${text}  (${encoding})`)])
  const typed = await typeAnswer(host, 'Type 1 or 2: ', new AbortController().signal)
  const [encoding] = ways[Number(typed) - 1] ?? []
  if (encoding === undefined)
    throw new BatchError('usage', find('encoding-unanswered', { file, encoding: doubt.encoding }))
  return { ...args, encoding }
}
