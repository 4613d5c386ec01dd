import { recordDisclosure, recordFile } from '../../app/ledger/record-disclosure.ts'
import type { Disclosure } from '../../ledger/port/attempts.ts'
import type { Host } from '../host.ts'
import { beginSession } from './ledger-session.ts'

/** Only warnings are printed. */
export async function discloseOnTerminal(
  host: Host,
  ledger: string,
  disclosure: Pick<Disclosure, 'operation' | 'detail'>,
  file?: { output: string; temporary: string },
): Promise<void> {
  const { settings, ports } = beginSession(host, ledger, { quiet: true })
  if (file !== undefined) await recordFile(settings, ports.logger, file.output, file.temporary)
  await recordDisclosure(settings, ports, disclosure)
}
