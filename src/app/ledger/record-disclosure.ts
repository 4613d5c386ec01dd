import { formatOperator } from '../../ledger/operator.ts'
import type { Disclosure } from '../../ledger/port/attempts.ts'
import { ofAnyLedger } from '../../ledger/user-register.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { canonicalPath } from '../../pipeline/earlier-output/choose-output-path.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import { messageOf } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { findStore, type LedgerLocation, type LedgerPorts, type LedgerSettings, withLedger } from './ledger-access.ts'
import { findIdOf, openRegister } from './rollback-check.ts'

/**
 * Notes in the log that people's records were shown or handed out. A run in the same file, or missing rights in a
 * database, may prevent it: reading needs neither, so the look goes on and its reader is told.
 */
export async function recordDisclosure(
  settings: LedgerSettings,
  ports: LedgerPorts,
  { operation, detail }: Pick<Disclosure, 'operation' | 'detail'>,
): Promise<void> {
  // Only what needs a person is said of this opening.
  const logger = { ...ports.logger, info() {}, warn: ports.logger.warn.bind(ports.logger) }
  try {
    await withLedger(settings, { clock: ports.clock, logger }, (ledger) =>
      ledger.attempts.disclose({ operation, at: ports.clock.now(), detail: `${detail}, by ${formatOperator()}` }),
    )
  } catch (error) {
    logNote(ports.logger, 'warn', find('disclosure-unrecorded', { name: settings.ledger, reason: messageOf(error) }))
  }
}

/**
 * Notes in this user's register that a file names people: a later forgetting lists it. Without a ledger, that of any
 * ledger does. `written`: its name before it is published.
 */
export async function recordFile(
  { ledger, surroundings }: Omit<LedgerLocation, 'ledger'> & { ledger?: string },
  logger: Logger,
  file: string,
  written = file,
): Promise<void> {
  try {
    const ledgerId = ledger === undefined ? ofAnyLedger : await findIdOf(findStore({ ledger, surroundings }))
    const [known, digest] = [openRegister(surroundings), await digestOf(written)]
    if (ledgerId === undefined || known === undefined || digest === undefined) return
    known.recordFile({ ledgerId, file: await canonicalPath(file), digest })
  } catch (error) {
    logNote(logger, 'warn', find('file-unrecorded', { file, reason: messageOf(error) }))
  }
}
