import { hasDefect, type RehearsalResult, type Verdict } from '../../app/rehearsal/evaluate-rehearsal.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'

export function logVerdict({ verdict, since }: RehearsalResult, logger: Logger): void {
  logger.info(describeVerdict(verdict))
  if (!hasDefect(verdict)) return
  logger.error(
    `a duplicate or a lost row is a defect of rwa-batch, unless another client has sent the same rows to this sandbox since ${toIsoTime(since)}; please report it with the ledger and the sandbox's data file`,
  )
}

export function describeVerdict({ created, twice, lost, unknown, repeated }: Verdict): string {
  const parts = [`created ${created}, twice ${twice}, lost ${lost}`]
  if (unknown > 0) parts.push(`unknown ${unknown}`)
  if (repeated > 0) parts.push(`twice because of --retry-unknown ${repeated}`)
  return `Verdict of the rehearsal: ${parts.join(', ')}`
}
