import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { endpoints } from '../contract/envelope.ts'
import { messages } from '../contract/messages.ts'
import { invitation } from '../contract/staff.ts'
import { dayMs } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { fractionOf } from '../support/random.ts'
import {
  type AnswerBody,
  errorAnswer,
  fieldErrorAnswer,
  fieldText,
  ownMessages,
  parseBody,
  type RequestBody,
} from './answer.ts'
import { apiPath, type ReadyAfter, reportPath, type SandboxContext, setupPath } from './context.ts'
import { createId, createSetupToken, hashSetupToken } from './ids.ts'
import { composeInvitation } from './mail/invitation-mail.ts'
import { answerReport } from './pages/report.ts'
import { answerOversizedForm, answerSetup, finishSetup, maxFormBytes } from './pages/setup.ts'
import { checkAssessment, checkDecision } from './request-rules.ts'
import { computeScores } from './scores.ts'
import type { NewAssessment, StoredAssessment } from './store/assessments.ts'

type CompanyOf = (token: string) => string | undefined

const maxBodyBytes = 1024 * 1024
const operations = [
  { name: 'create', authRefusal: messages.invalidAuth, answer: createAssessment },
  { name: 'retrieve', authRefusal: messages.invalidAuth, answer: retrieveAssessment },
  { name: 'update', authRefusal: messages.invalidAuth, answer: recordDecision },
  { name: 'invite', authRefusal: messages.invalidAuthorizationToken, answer: createPendingUser },
] as const
/** Answers about assessments are private to the caller and change. */
const privateHeaders = { 'Cache-Control': 'no-store' }

/**
 * The service over HTTP. In this order: unknown path 404, other method than POST 405, body above 1 MiB 413, token, a
 * body that is not a JSON object 400, the endpoint's own checks, whose answer always has status 200.
 */
export function buildApp(context: SandboxContext, companyOf: CompanyOf): Hono {
  const app = new Hono()
  const refuseOversized = (c: Context): Response => c.json(errorAnswer(ownMessages.tooLarge), 413)
  for (const endpoint of operations) {
    const path = `${apiPath}/${endpoints[endpoint.name]}`
    app.post(path, limitBody(maxBodyBytes, refuseOversized), (c) => answerRequest(c, endpoint, context, companyOf))
    app.all(path, (c) => c.json(errorAnswer(ownMessages.wrongMethod), 405, { Allow: 'POST' }))
  }
  app.get(`${reportPath}/:assessmentId`, (c) => answerReport(c, context))
  app.get(`${setupPath}/:token`, (c) => answerSetup(c, context))
  app.post(`${setupPath}/:token`, limitBody(maxFormBytes, answerOversizedForm), (c) => finishSetup(c, context))
  app.notFound((c) => c.json(errorAnswer(ownMessages.unknownPath), 404))
  app.onError((error, c) => {
    context.logger.error(`sandbox: ${error.message}`)
    return c.json(errorAnswer(ownMessages.internal), 500)
  })
  return app
}

async function answerRequest(
  c: Context,
  endpoint: (typeof operations)[number],
  context: SandboxContext,
  companyOf: CompanyOf,
): Promise<Response> {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  const company = companyOf(token)
  if (company === undefined) return c.json(errorAnswer(endpoint.authRefusal), 200, privateHeaders)
  const body = parseBody(await c.req.text())
  if (body === undefined) return c.json(errorAnswer(ownMessages.notJson), 400)
  return c.json(await endpoint.answer(company, body, context), 200, privateHeaders)
}

/** Judges a declared length by the header, which avoids copying the body through a web stream. */
function limitBody(maxBytes: number, refuse: (c: Context) => Response | Promise<Response>): MiddlewareHandler {
  const limitStream = bodyLimit({ maxSize: maxBytes, onError: refuse })
  return async (c, next) => {
    const length = c.req.header('Content-Length')
    if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) return limitStream(c, next)
    return Number(length) > maxBytes ? refuse(c) : next()
  }
}

const idTries = 100

/** Not idempotent, as the service: the same body twice makes two assessments. */
function createAssessment(company: string, body: RequestBody, context: SandboxContext): AnswerBody {
  const checked = checkAssessment(body, context.lists)
  if (checked.kind === 'refused') return fieldErrorAnswer(checked.error)
  const assessmentId = insertUnderNewId({ company, input: checked.input }, context)
  return {
    status: 'success',
    response: { assessment_id: assessmentId, redirect_url: `${context.origin}${reportPath}/${assessmentId}` },
  }
}

function insertUnderNewId(assessment: Pick<NewAssessment, 'company' | 'input'>, context: SandboxContext): string {
  const createdAtMs = context.clock.now()
  for (let tries = 0; tries < idTries; tries++) {
    const assessmentId = createId(createdAtMs, context.random)
    const readyAt = readyAtMs(assessmentId, createdAtMs, context.readyAfterMs)
    const isStored = context.store.assessments.insert({ ...assessment, assessmentId, createdAtMs, readyAtMs: readyAt })
    if (isStored) return assessmentId
  }
  throw new BatchError('defect', 'the sandbox found no free identifier')
}

/** Spread evenly over the range, and fixed by the identifier. */
export function readyAtMs(assessmentId: string, createdAtMs: number, readyAfterMs: ReadyAfter): number {
  const { min, max } = readyAfterMs
  return createdAtMs + Math.round(min + fractionOf(assessmentId) * (max - min))
}

function retrieveAssessment(company: string, body: RequestBody, context: SandboxContext): AnswerBody {
  const assessment = findOwn(company, body, context)
  if (assessment === undefined) return errorAnswer(messages.notFound)
  if (context.clock.now() < assessment.readyAtMs) return errorAnswer(messages.pending)
  const { assessmentId, complianceTeamMemberId, managerId, input } = assessment
  return {
    status: 'success',
    data: { ...computeScores(input), assessmentId, employeeId: input.employeeId, complianceTeamMemberId, managerId },
  }
}

/**
 * Any decision may follow any other, also before the results are ready: the service's allowed transitions are not
 * shown. The same externalEventId twice is recorded twice: deduplication is not shown either.
 */
function recordDecision(company: string, body: RequestBody, context: SandboxContext): AnswerBody {
  const { store, clock } = context
  const assessment = findOwn(company, body, context)
  if (assessment === undefined) return errorAnswer(messages.assessmentNotInCompany)
  const checked = checkDecision(body, (staffId) => store.staff.isActivated(company, staffId))
  if (checked.kind === 'refused') return fieldErrorAnswer(checked.error)
  store.decisions.record(assessment.assessmentId, checked.decision, clock.now())
  return { status: 'success', success: true, message: messages.decisionRecorded }
}

/** Another company's assessment looks like one that does not exist. */
function findOwn(company: string, body: RequestBody, { store }: SandboxContext): StoredAssessment | undefined {
  const assessment = store.assessments.find(fieldText(body, 'assessmentId'))
  return assessment?.company === company ? assessment : undefined
}

/** The limit of mail servers (RFC 5321). */
const acceptedInvitation = invitation.extend({ email: z.email().max(254) })
const validForMs = 7 * dayMs

/**
 * The service has one message for every failure: a missing field, an invalid address, a staff id or address that the
 * company already has. Here a failed e-mail is one, too: a member without the link could never become active, so the
 * account is withdrawn and the caller may try again.
 */
async function createPendingUser(company: string, body: RequestBody, context: SandboxContext): Promise<AnswerBody> {
  const invited = acceptedInvitation.safeParse({
    first_name: fieldText(body, 'first_name'),
    last_name: fieldText(body, 'last_name'),
    email: fieldText(body, 'email').trim(),
    staff_id: fieldText(body, 'staff_id'),
  })
  if (!invited.success) return errorAnswer(messages.couldNotCreateUser)
  const nowMs = context.clock.now()
  const userId = createId(nowMs, context.random)
  const token = createSetupToken()
  const added = { company, invitation: invited.data, userId, createdAtMs: nowMs, expiresAtMs: nowMs + validForMs }
  const { invitations } = context.store
  // Stored first: this decides which of two equal calls may send, and the link works when the e-mail arrives.
  const isAdded = invitations.add({ ...added, tokenHash: hashSetupToken(token) })
  if (!isAdded) return errorAnswer(messages.couldNotCreateUser)
  const mail = await composeInvitation({ ...added, link: `${context.origin}${setupPath}/${token}` })
  const outcome = await context.mailer.send(mail)
  if (outcome.kind === 'failed') {
    context.logger.error(`sandbox: an invitation was not sent: ${outcome.reason}`)
    // Not withdrawn when the link was used all the same.
    if (invitations.withdraw(company, invited.data.staff_id)) return errorAnswer(messages.couldNotCreateUser)
  }
  return { status: 'success', response: { user_id: userId } }
}
