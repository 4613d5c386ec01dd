import { type RunSettings, reachService } from '../rooms/app.ts'
import { Token } from '../rooms/client.ts'
import type { LoadOptions, ResendOptions, SendOptions } from '../rooms/pipeline/model.ts'
import { noSurroundings } from './host.ts'
import { token } from './service.ts'

/** A run without options, as tests of the pipeline start it. */
export const loadDefaults: LoadOptions = {
  sheets: undefined,
  encoding: undefined,
  delimiter: undefined,
  columns: new Map(),
  defaults: new Map(),
  lists: new Map(),
  values: new Map(),
  datePattern: undefined,
  hidden: 'include',
  where: new Map(),
}

export const sendDefaults: SendOptions = {
  concurrency: 4,
  rate: undefined,
  retries: 3,
  maxUnknown: 10,
  maxErrors: undefined,
  waitForServiceMs: 120_000,
  pollTimeoutMs: 600_000,
  wait: true,
}

export const resendNothing: ResendOptions = {
  retryUnknown: false,
  allowDuplicates: false,
  sendChanged: false,
  again: false,
}

/** A service, and a ledger that nobody has used, as tests of the app give them to a run. */
export function createRunSettings(baseUrl: string, ledger: string) {
  return {
    ledger,
    surroundings: noSurroundings,
    newLedger: false,
    ephemeralLedger: false,
    company: 'default',
    destination: reachService(baseUrl, new Token(token)),
    tokenRotated: false,
    trustAddress: false,
    requestTimeoutMs: 5_000,
    policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
    onSpill() {},
  } satisfies RunSettings
}
