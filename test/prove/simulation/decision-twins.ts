import type { Ledger } from '../../rooms/ledger.ts'
import { decide } from '../../rooms/operations.ts'
import { type Parts, realParts } from './parts.ts'
import type { Rule } from './verdict.ts'

/** `decide` with one guard taken out, and the rule that is broken without it. */
export const decisionTwins: readonly { name: string; breaks: Rule; parts: Partial<Parts> }[] = [
  {
    name: 'a row is not compared with the trip that it names',
    breaks: 'a decision is about the trip that its row shows',
    parts: {
      createDecide: () => ({
        ...decide,
        ...(decide.fourEyes && { fourEyes: { ...decide.fourEyes, findContradictions: () => [] } }),
      }),
    },
  },
  {
    name: 'what another has decided since counts for nothing',
    breaks: 'what another has decided since is not replaced by itself',
    parts: {
      openLedger(file, clock) {
        const ledger = realParts.openLedger(file, clock)
        const add: typeof ledger.rowLoader.add = (settings, ...rest) =>
          ledger.rowLoader.add({ ...settings, sendChanged: true }, ...rest)
        const completeLoad: typeof ledger.runs.completeLoad = (settings, completion) =>
          ledger.runs.completeLoad({ ...settings, sendChanged: true }, completion)
        return { ...ledger, rowLoader: { ...ledger.rowLoader, add }, runs: { ...ledger.runs, completeLoad } }
      },
    },
  },
  {
    name: 'an equal decision is done, whatever was recorded since',
    breaks: 'what is called decided is in force',
    parts: { createDecide: () => ({ ...decide, sheet: { ...decide.sheet, orderKey: () => undefined } }) },
  },
  {
    name: 'decisions do not wait for earlier ones',
    breaks: 'the order of the sheet is kept',
    parts: withLedger((ledger) => ({ order: { ...ledger.order, findBlocker: async () => undefined } })),
  },
  {
    name: 'an unknown decision is sent again',
    breaks: 'what is unknown is not sent by itself',
    parts: { tellResend: (resend) => ({ ...resend, retryUnknown: true }) },
  },
  {
    name: 'an unknown decision counts as recorded',
    breaks: 'what is decided is recorded',
    parts: withLedger(({ submissions }) => ({
      submissions: {
        ...submissions,
        settle: (claim, end, attempt) =>
          submissions.settle(claim, end.to === 'unknown' ? { to: 'done', identifier: '' } : end, attempt),
      },
    })),
  },
  {
    name: 'an unknown decision counts as not recorded',
    breaks: 'what exists is known or unknown',
    parts: withLedger(({ submissions }) => ({
      submissions: {
        ...submissions,
        settle: (claim, end, attempt) =>
          submissions.settle(claim, end.to === 'unknown' ? { to: 'failed', reason: end.reason } : end, attempt),
      },
    })),
  },
  {
    name: 'the sheet is sent again as a whole',
    breaks: 'what is in force is not sent again',
    parts: { tellResend: (resend) => ({ ...resend, again: true }) },
  },
  {
    name: 'each recording of a decision has the same event',
    breaks: 'an event is recorded once',
    parts: {
      createDecide: () => ({
        ...decide,
        send: {
          ...decide.send,
          call: (client, request) =>
            decide.send.call(client, request, () => `${request.assessmentId} ${request.status}`),
        },
      }),
    },
  },
]

export function withLedger(replace: (ledger: Ledger) => Partial<Ledger>): Pick<Parts, 'openLedger'> {
  return {
    openLedger(file, clock) {
      const ledger = realParts.openLedger(file, clock)
      return { ...ledger, ...replace(ledger) }
    },
  }
}
