import { existsSync } from 'node:fs'
import type { Exchange, Transport } from '../../rooms/client.ts'
import { endpoints } from '../../rooms/contract.ts'
import { setState } from '../../rooms/ledger/sqlite.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import { assess } from '../../rooms/operations.ts'
import { type Clock, openDatabase } from '../../rooms/support.ts'
import { decisionTwins, withLedger } from './decision-twins.ts'
import { forgetTwins } from './forget-twins.ts'
import { ledgerTwins } from './ledger-twins.ts'
import { type Parts, realParts } from './parts.ts'
import { undoTwins } from './undo-twins.ts'
import type { Rule } from './verdict.ts'
import { waitingTwins } from './waiting-twins.ts'

/** The product with one guard taken out, and the rule that is broken without it. */
export interface Twin {
  name: string
  breaks: Rule
  parts: Partial<Parts>
  /** Needs hundreds of seeds to show. */
  isRare?: boolean
}

export const twins: readonly Twin[] = [
  { name: 'the intent is not recorded first', breaks: 'created twice', parts: withSubmissions(recordIntentLate) },
  {
    name: 'what may have been processed is tried again',
    breaks: 'created twice',
    parts: withAnswers((answer) =>
      answer.status === undefined || answer.status >= 500 ? { ...answer, isStarted: false, status: undefined } : answer,
    ),
  },
  {
    name: 'what was sending at a crash is ready again',
    breaks: 'created twice',
    parts: {
      openLedger(file, clock) {
        if (existsSync(file)) forgetIntents(file)
        return realParts.openLedger(file, clock)
      },
    },
  },
  {
    name: 'a row is known by its position',
    breaks: 'created twice',
    parts: {
      createOperation() {
        const positions = new Map<string, number>()
        return {
          ...assess,
          request: {
            ...assess.request,
            // The same one when the row is sent: a request that is not the one loaded is refused there.
            identity: (request) => {
              const text = JSON.stringify(request)
              const position = positions.get(text) ?? positions.size + 1
              positions.set(text, position)
              return { position }
            },
          },
        }
      },
    },
  },
  {
    name: 'the file lets what is done go back',
    breaks: 'moves of the diagram only',
    parts: {
      openLedger(file, clock) {
        const ledger = realParts.openLedger(file, clock)
        moveBack(file)
        return ledger
      },
    },
  },
  {
    name: 'an outcome counts before it is durable',
    breaks: 'in doubt at most the requests in flight',
    parts: {
      openLedger: (file, clock) => acceptAtTheEnd(realParts.openLedger(file, clock)),
    },
  },
  {
    name: 'an error is believed whatever stands beside it',
    breaks: 'created twice',
    parts: withAnswers((answer) => {
      const words = /^\{"status":"error","message":"[^"]*"/.exec(answer.body)
      return words === null ? answer : { ...answer, body: `${words[0]}}` }
    }),
  },
  {
    name: 'HTTP 200 means created',
    breaks: 'an identifier is the row’s own',
    parts: withAnswers((answer, kind) => {
      if (kind !== 'create' || answer.status !== 200) return answer
      const identifier = /"assessment_id":"([^"]+)"/.exec(answer.body)?.[1] ?? 'none'
      const response = { assessment_id: identifier }
      return { ...answer, isWhole: true, body: JSON.stringify({ status: 'success', response }) }
    }),
  },
  {
    name: 'a server’s error means not processed',
    breaks: 'created twice',
    parts: withAnswers((answer) => (answer.status !== undefined && answer.status >= 500 ? page(400, answer) : answer)),
  },
  {
    name: 'redirects are followed',
    breaks: 'created twice',
    isRare: true,
    parts: {
      createClient: (transport) =>
        realParts.createClient({
          ...transport,
          post: async (path, body) => {
            const answer = await transport.post(path, body)
            return answer.location === undefined ? answer : transport.post(path, body)
          },
          close: () => transport.close(),
        }),
    },
  },
  {
    name: 'equal rows are sent',
    breaks: 'created twice',
    parts: { tellResend: (resend) => ({ ...resend, allowDuplicates: true }) },
  },
  {
    name: 'what is unknown is sent again',
    breaks: 'created twice',
    parts: { tellResend: (resend) => ({ ...resend, retryUnknown: true }) },
  },
  {
    name: 'what was created is created anew',
    breaks: 'created twice',
    parts: { tellResend: (resend) => ({ ...resend, again: true }) },
  },
  {
    name: 'an --again that was broken off is begun once more',
    breaks: 'created twice',
    isRare: true,
    parts: withLedger(({ runs }) => ({
      runs: {
        ...runs,
        async begin(run) {
          const begun = await runs.begin(run)
          return begun.epoch === undefined ? begun : { ...begun, epoch: { ...begun.epoch, unfinished: new Set() } }
        },
      },
    })),
  },
  {
    name: 'a 429 does not hold the others',
    breaks: 'the hold is kept',
    parts: withAnswers((answer) => (answer.status === 429 ? { ...answer, retryAfter: undefined } : answer)),
  },
  {
    name: 'a refused token does not stop the run',
    breaks: 'nothing after a stop',
    parts: withAnswers((answer) =>
      answer.status === 401 || answer.status === 403 || answer.body.includes('Invalid') ? page(400, answer) : answer,
    ),
  },
  {
    name: 'unknown outcomes do not stop the run',
    breaks: 'breakers open',
    parts: { tell: (options) => ({ ...options, maxUnknown: 1000 }) },
  },
  {
    name: 'the rate is not kept',
    breaks: 'the rate is kept',
    parts: { tell: (options) => ({ ...options, rate: undefined }) },
  },
  {
    name: 'one more is in flight',
    breaks: 'at most the requests in flight that are allowed',
    parts: { tell: (options) => ({ ...options, concurrency: options.concurrency + 1 }) },
  },
  { name: 'the poll deadline is ignored', breaks: 'the poll deadline is kept', parts: withSubmissions(pollForEver) },
  {
    name: 'scores are taken from any answer',
    breaks: 'scores are the row’s own',
    parts: {
      createClient(transport) {
        const client = withAnswers((answer, kind, asked) => {
          if (kind !== 'retrieve') return answer
          const { assessmentId } = JSON.parse(asked)
          return { ...answer, body: answer.body.replace(/"assessmentId":"[^"]+"/, `"assessmentId":"${assessmentId}"`) }
        }).createClient(transport)
        return { ...client, retrieveAssessment: (assessmentId) => client.retrieveAssessment(assessmentId) }
      },
    },
  },
]

export function partsOf(twin: string | undefined): Parts {
  if (twin === undefined) return realParts
  const all = [...twins, ...decisionTwins, ...waitingTwins, ...ledgerTwins, ...forgetTwins, ...undoTwins]
  const found = all.find(({ name }) => name === twin)
  if (found === undefined) throw new Error(`there is no twin “${twin}”`)
  return { ...realParts, ...found.parts }
}

/** Answers as a careless client would read them. */
function withAnswers(
  misread: (answer: Exchange, kind: 'create' | 'retrieve', body: string) => Exchange,
): Pick<Parts, 'createClient'> {
  return {
    createClient(transport: Transport) {
      return realParts.createClient({
        post: async (path, body) =>
          misread(await transport.post(path, body), path === endpoints.create ? 'create' : 'retrieve', body),
        close: () => transport.close(),
      })
    },
  }
}

function page(status: number, answer: Exchange): Exchange {
  return { ...answer, status, body: '' }
}

function withSubmissions(
  replace: (submissions: Ledger['submissions'], clock: Clock) => Partial<Ledger['submissions']>,
): Pick<Parts, 'openLedger'> {
  return {
    openLedger(file, clock) {
      const ledger = realParts.openLedger(file, clock)
      return { ...ledger, submissions: { ...ledger.submissions, ...replace(ledger.submissions, clock) } }
    },
  }
}

function recordIntentLate({ claim, settle }: Ledger['submissions'], clock: Clock): Partial<Ledger['submissions']> {
  return {
    claim: async (id, runId) => ({ id, holder: 0, number: runId }),
    async settle({ id, number: runId }, ...rest) {
      const claimed = await claim(id, runId, clock.now())
      if (claimed === undefined) throw new Error(`submission ${id} is not ready`)
      return settle(claimed, ...rest)
    },
  }
}

function pollForEver({ postpone }: Ledger['submissions'], clock: Clock): Partial<Ledger['submissions']> {
  return { leavePending: (id) => postpone(id, clock.now() + 2_000) }
}

function acceptAtTheEnd(ledger: Ledger): Ledger {
  const { settle } = ledger.submissions
  const held: Parameters<typeof settle>[] = []
  return {
    ...ledger,
    submissions: {
      ...ledger.submissions,
      async settle(...args) {
        if (args[1].to !== 'accepted') return settle(...args)
        held.push(args)
        return args[1]
      },
    },
    async flush() {
      for (const args of held.splice(0)) void settle(...args)
      await ledger.flush()
    },
  }
}

/** A mistake that its trigger would refuse. */
function moveBack(file: string): void {
  const db = openDatabase(file)
  try {
    db.exec('DROP TRIGGER IF EXISTS submissions_follow_the_diagram')
    db.exec(`UPDATE submissions SET ${setState('accepted')} WHERE state = 'done'`)
  } finally {
    db.close()
  }
}

function forgetIntents(file: string): void {
  const db = openDatabase(file)
  try {
    const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'submissions'").get() !== undefined
    if (hasTable) {
      db.exec(`UPDATE submissions SET ${setState('ready')} WHERE state = 'sending'`)
    }
  } finally {
    db.close()
  }
}
