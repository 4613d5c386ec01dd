import { Token } from '../client/token.ts'
import type { RunPorts } from '../pipeline/model/options.ts'
import { pickPart, withDefaults } from '../settings/all.ts'
import type { SendingOptions } from '../settings/option-types.ts'
import { systemClock } from '../support/clock.ts'
import { silentLogger } from '../support/logger.ts'
import { systemRandom } from '../support/random.ts'
import { reachService } from './destination.ts'
import { toEvidencePolicy } from './evidence-policy.ts'
import type { LedgerSettings } from './ledger/ledger-access.ts'
import { resolveLedger } from './ledger/resolve-ledger.ts'
import { emitProcessWarning, readProcessEnvironment } from './library-process.ts'
import type { CallOptions } from './sheet-options.ts'
import type { RunSettings } from './start-run.ts'

/** @throws BatchError `configuration` for an address or a token that cannot be used. */
export function toRunSettings(
  options: Omit<CallOptions, 'onRow'> & Pick<SendingOptions, 'requestTimeoutMs' | 'retryStatuses' | 'distrustStatuses'>,
): RunSettings {
  const complete = withDefaults(options)
  return {
    ...pickPart(complete, 'TargetOptions'),
    ...toLedgerSettings(options),
    requestTimeoutMs: complete.requestTimeoutMs,
    destination: reachService(options.baseUrl, new Token(options.token)),
    policy: toEvidencePolicy(options),
  }
}

export function toLedgerSettings({ ledger, onSpill }: Pick<CallOptions, 'ledger' | 'onSpill'>): LedgerSettings {
  const surroundings = readProcessEnvironment()
  return {
    ledger: resolveLedger(ledger, surroundings),
    surroundings,
    onSpill: onSpill ?? ((line) => emitProcessWarning(`the ledger could not write ${line}`)),
  }
}

/** The library has no terminal to ask at: a call takes all answers from its options. */
export function toRunPorts(
  { logger, onProgress, signal }: Pick<CallOptions, 'logger' | 'onProgress' | 'signal'>,
  ask?: RunPorts['ask'],
): RunPorts {
  return {
    clock: systemClock,
    random: systemRandom,
    logger: logger ?? silentLogger,
    interrupt: signal ?? new AbortController().signal,
    onEvent(event) {
      if (event.kind === 'progress') onProgress?.(event)
    },
    ...(ask === undefined ? {} : { ask }),
  }
}
