import { recordDisclosure, recordFile } from '../../app/ledger/record-disclosure.ts'
import type { Disclosure } from '../../ledger/port/attempts.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import type { Host } from '../host.ts'
import { createMessages, type MessageOptions } from './messages.ts'
import { printJsonToStderr } from './print.ts'
import { terminalFace } from './terminal-face.ts'

/** For a command that opens a ledger and sends nothing: no interrupt comes. */
export function beginSession(host: Host, ledger: string, messages: MessageOptions = {}) {
  const { clock, random } = host
  const logger = createMessages(host, messages)
  const interrupt: RunPorts['interrupt'] = new AbortController().signal
  return {
    settings: { ledger, surroundings: host, onSpill: (line: string) => printJsonToStderr(host, line) },
    ports: { clock, random, logger, interrupt, face: terminalFace },
  }
}

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
