import type { z } from 'zod'
import type { AssessmentResult } from '../contract/assessment.ts'
import {
  createSuccess,
  type ErrorEnvelope,
  inviteSuccess,
  retrieveSuccess,
  updateSuccess,
} from '../contract/envelope.ts'
import { isAuthorisationRefusal, isDocumentedMessage, messages } from '../contract/messages.ts'
import { boundText, describeAnswer, describeStatus, firstError, readAnswer, type ServiceAnswer } from './answer.ts'
import { classifyStatus, type EvidencePolicy, isThrottled, parseRetryAfter } from './evidence-policy.ts'
import type { Exchange } from './exchange.ts'

/** The run cannot go on. `isProcessed` decides if the current row may be sent again. */
export type Stop = {
  kind: 'stop'
  cause: 'authorisation' | 'redirect' | 'address' | 'defect'
  message: string
  /** Only when the cause is a defect. */
  error?: Error
  isProcessed: 'no' | 'unknown'
  raw: string
}

export type Proof =
  /** create: the assessment and its report; invite: the account, no report; update: neither. */
  | { kind: 'done'; identifier: string; reportUrl: string }
  /**
   * The service's words. `isInContract` is false for a refusal by HTTP status alone, and for an address without an
   * endpoint. `raw` holds at most 4 KiB; `saysMore`: it has more than these words.
   */
  | { kind: 'refused'; field: string; message: string; isInContract: boolean; raw: string; saysMore: boolean }
  /** No byte left this machine. */
  | { kind: 'not-sent'; reason: string }
  /** The service received the request and did nothing. */
  | { kind: 'not-processed'; reason: string; retryAfterMs: number | undefined }
  /**
   * May or may not have been processed; never retried automatically. `raw`: at most 64 KiB. `isForeign`: an answer of
   * no endpoint of the interface, as from another address. `slowDown`: it also asks for a slower pace.
   */
  | {
      kind: 'unknown'
      reason: string
      raw: string
      isForeign: boolean
      slowDown?: { retryAfterMs: number | undefined }
    }
  | Stop

/**
 * Evidence about a retrieve, which only reads.
 *
 * An answer may belong to another request: a service or a proxy may give one identifier twice, write an answer too many
 * on a connection, or mix up its records. A late answer on a reused connection looks like the expected one. Each answer
 * is therefore compared with the known facts:
 *
 * | answer | the row | its identifier | the run |
 * |---|---|---|---|
 * | create: an identifier with the token in it, or too long to be one | unknown | in the raw answer | `--max-unknown` |
 * | create: an identifier that another row has (the ledger knows) | unknown | in the raw answer | stops after a few |
 * | retrieve: scores under another identifier | asked again until its time is over | kept | goes on |
 * | retrieve: scores of another employee | stays accepted, with the message | kept, for a person to look up | stops after three in a row |
 */
export type RetrieveProof =
  | { kind: 'ready'; result: AssessmentResult }
  | { kind: 'pending' }
  /** Any error but `Pending`, word for word. `isInContract` is false for an address without an endpoint. */
  | { kind: 'not-found'; message: string; isInContract: boolean }
  /** Scores of another employee's assessment: all are discarded. */
  | { kind: 'mixed-up'; message: string }
  | {
      kind: 'retry'
      reason: string
      isConnection: boolean
      isThrottled: boolean
      /** A whole answer that no endpoint of the interface gives. */
      isForeign: boolean
      retryAfterMs: number | undefined
    }
  | Stop

/** These concern the moment, not the address. */
const passingStatuses: ReadonlySet<number> = new Set([408, 421, 425, 429])
const refusingStatuses: ReadonlySet<number> = new Set([400, 404, 405, 413, 415, 422])
/** Limit for the kept part of an answer that cannot be interpreted. */
export const maxRawBytes = 64 * 1024
/** Of a refusal, which every row of a sheet may get. */
const maxRefusedBytes = 4 * 1024

/** `request`: the body that was sent. */
type ProveWrite = (written: { exchange: Exchange; request: unknown }, policy: EvidencePolicy) => Proof

/** By endpoint: what a success names. */
export const proveWrite = {
  create: proofOf(createSuccess, ({ response }) => [response.assessment_id, response.redirect_url ?? '']),
  invite: proofOf(inviteSuccess, ({ response }) => [response.user_id, '']),
  update: proofOf(updateSuccess, () => ['', '']),
}

/** Order matters: `status` in the body goes before the HTTP status. */
function proofOf<S>(success: z.ZodType<S>, name: (value: S) => [identifier: string, reportUrl: string]): ProveWrite {
  return ({ exchange, request }, policy) => {
    const answer = readAnswer(exchange, success, request)
    if (answer.kind === 'success') {
      const [identifier, reportUrl] = name(answer.value)
      return { kind: 'done', identifier, reportUrl }
    }
    const contradiction = answer.kind === 'none' ? answer.contradiction : undefined
    const reason = [contradiction, describeAnswer(exchange)].filter(Boolean).join('; ')
    const defect = findDefect(exchange, reason)
    if (defect !== undefined) return defect
    if (!exchange.isStarted) return { kind: 'not-sent', reason }
    const stop = findStop(exchange, answer)
    if (stop !== undefined) return stop

    const raw = boundText(exchange.body, maxRawBytes)
    const unknown: Proof = { kind: 'unknown', reason, raw, isForeign: isForeign(exchange, answer) }
    const { status } = exchange
    if (answer.kind === 'incomplete-success') {
      return { ...unknown, reason: `a success without what the interface promises with it; ${reason}` }
    }
    if (status === undefined) return unknown
    const retryAfterMs = parseRetryAfter(exchange.retryAfter, exchange.answeredAtMs)
    const standing = classifyStatus(status, retryAfterMs, policy)
    if (standing === 'not-processed' && contradiction === undefined) return { kind: standing, reason, retryAfterMs }
    if (standing !== 'nothing') {
      const doubt = contradiction ? '' : '; that does not prove at this service that nothing was processed'
      return { ...unknown, reason: `${reason}${doubt}`, slowDown: { retryAfterMs } }
    }
    if (contradiction !== undefined) return unknown
    if (answer.kind === 'error' && isApplicationStatus(status)) {
      return {
        kind: 'refused',
        ...firstError(answer.envelope),
        isInContract: !isUnknownEndpoint(status, answer.envelope),
        raw: boundText(raw, maxRefusedBytes),
        saysMore: answer.saysMore,
      }
    }
    if (!refusingStatuses.has(status)) return unknown
    const words = { field: '', message: reason, raw: boundText(raw, maxRefusedBytes) }
    return { kind: 'refused', ...words, isInContract: false, saysMore: !reason.includes(raw) }
  }
}

/** Rejects scores of another assessment or of another employee. Undefined `employeeId`: not known here. */
export function proveRetrieve(
  exchange: Exchange,
  asked: { assessmentId: string; employeeId: string | undefined },
): RetrieveProof {
  const answer = readAnswer(exchange, retrieveSuccess, { assessmentId: asked.assessmentId })
  if (answer.kind === 'success') {
    const result = answer.value.data
    if (result.assessmentId !== asked.assessmentId) {
      return retry(exchange, answer, `the answer is for another assessment (${result.assessmentId})`)
    }
    if (asked.employeeId === undefined || result.employeeId === asked.employeeId) return { kind: 'ready', result }
    const message = `its employee is “${result.employeeId}”, not “${asked.employeeId}”; none of its scores is taken`
    return { kind: 'mixed-up', message }
  }
  const stop = findDefect(exchange, describeAnswer(exchange)) ?? findStop(exchange, answer)
  if (stop !== undefined) return { ...stop, isProcessed: 'no' }
  if (answer.kind !== 'error') return retry(exchange, answer, describeAnswer(exchange))
  const { message } = firstError(answer.envelope)
  if (message === messages.pending) return { kind: 'pending' }
  const { status } = exchange
  const isFinal = status !== undefined && status !== 429 && isApplicationStatus(status)
  if (!isFinal) return retry(exchange, answer, describeAnswer(exchange))
  return { kind: 'not-found', message, isInContract: !isUnknownEndpoint(status, answer.envelope) }
}

function retry(exchange: Exchange, answer: ServiceAnswer<unknown>, reason: string): RetrieveProof {
  const { status, isStarted } = exchange
  const retryAfterMs = parseRetryAfter(exchange.retryAfter, exchange.answeredAtMs)
  const isHeld = status !== undefined && isThrottled(status, retryAfterMs)
  return {
    kind: 'retry',
    reason,
    isConnection: !isStarted,
    isThrottled: isHeld,
    isForeign: isForeign(exchange, answer),
    retryAfterMs,
  }
}

/** The next row would fail in the same way, so the run stops. */
function findDefect(exchange: Exchange, message: string): Stop | undefined {
  const error = exchange.failure?.defect
  if (error === undefined) return undefined
  return { ...stopFor(exchange, 'defect', message, exchange.isStarted ? 'unknown' : 'no'), error }
}

function findStop(exchange: Exchange, answer: ServiceAnswer<unknown>): Stop | undefined {
  const { status, location } = exchange
  const words = answer.kind === 'error' ? firstError(answer.envelope).message : ''
  const doubted = answer.kind === 'none' && answer.contradiction !== undefined ? 'unknown' : undefined
  if (isAuthorisationRefusal(words) || status === 401 || status === 403) {
    return stopFor(exchange, 'authorisation', words === '' ? describeAnswer(exchange) : words, doubted ?? 'no')
  }
  if (status === undefined || status < 300 || status > 399) return undefined
  const message = `${describeStatus(status)} to ${location ?? 'an address that is not named'}`
  // 307 and 308 ask for the same request elsewhere. The others may answer a request that was processed.
  const isProcessed = doubted ?? (status === 307 || status === 308 ? 'no' : 'unknown')
  return stopFor(exchange, 'redirect', message, isProcessed)
}

function stopFor({ body }: Exchange, cause: Stop['cause'], message: string, isProcessed: Stop['isProcessed']): Stop {
  return { kind: 'stop', cause, message, isProcessed, raw: boundText(body, maxRawBytes) }
}

/** A success or refusal without an envelope comes from another server. An error may come from this one, in trouble. */
function isForeign({ status }: Exchange, answer: ServiceAnswer<unknown>): boolean {
  if (answer.kind !== 'none' || !answer.isForeign || status === undefined) return false
  return (status >= 200 && status <= 299) || (status >= 400 && status <= 499 && !passingStatuses.has(status))
}

/** A server with errors in the service's format may also answer so for a path that it does not have. */
function isUnknownEndpoint(status: number, envelope: ErrorEnvelope): boolean {
  return (status === 404 || status === 405) && !('errors' in envelope) && !isDocumentedMessage(envelope.message)
}

/** Statuses of the application's own errors, as opposed to those of a proxy or gateway. */
function isApplicationStatus(status: number): boolean {
  return status === 200 || (status >= 400 && status <= 499)
}
