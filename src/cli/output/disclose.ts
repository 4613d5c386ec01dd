import { recordDisclosure } from '../../app/ledger/record-disclosure.ts'
import type { Disclosure } from '../../ledger/port/attempts.ts'
import type { Host } from '../host.ts'
import { createMessages } from './messages.ts'
import { printJsonToStderr } from './print.ts'

/** Only warnings are printed. */
export function discloseOnTerminal(
  host: Host,
  ledger: string,
  disclosure: Pick<Disclosure, 'operation' | 'detail'>,
): Promise<void> {
  const settings = { ledger, surroundings: host, onSpill: (line: string) => printJsonToStderr(host, line) }
  return recordDisclosure(settings, { clock: host.clock, logger: createMessages(host, { quiet: true }) }, disclosure)
}
