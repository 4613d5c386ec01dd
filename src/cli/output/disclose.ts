import { recordDisclosure, recordFile } from '../../app/ledger/record-disclosure.ts'
import type { Disclosure } from '../../ledger/port/attempts.ts'
import type { Host } from '../host.ts'
import { createMessages } from './messages.ts'
import { printJsonToStderr } from './print.ts'

/** Only warnings are printed. */
export async function discloseOnTerminal(
  host: Host,
  ledger: string,
  disclosure: Pick<Disclosure, 'operation' | 'detail'>,
  file?: { output: string; temporary: string },
): Promise<void> {
  const settings = { ledger, surroundings: host, onSpill: (line: string) => printJsonToStderr(host, line) }
  const logger = createMessages(host, { quiet: true })
  if (file !== undefined) await recordFile(settings, logger, file.output, file.temporary)
  await recordDisclosure(settings, { clock: host.clock, logger }, disclosure)
}
