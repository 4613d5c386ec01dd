import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { endpoints as endpointPaths } from '../contract/envelope.ts'
import { messages } from '../contract/messages.ts'
import { errorAnswer, ownMessages, parseBody } from './answer.ts'
import { createAssessment, createPendingUser, recordDecision, retrieveAssessment } from './endpoints/answers.ts'
import { apiPath, type Endpoint, reportPath, type SandboxContext, setupPath } from './endpoints/endpoint.ts'
import { answerReport } from './pages/report.ts'
import { answerOversizedForm, answerSetup, finishSetup, maxFormBytes } from './pages/setup.ts'

type CompanyOf = (token: string) => string | undefined

const maxBodyBytes = 1024 * 1024
const endpoints: readonly Endpoint[] = [
  { name: 'create', authRefusal: messages.invalidAuth, answer: createAssessment },
  { name: 'retrieve', authRefusal: messages.invalidAuth, answer: retrieveAssessment },
  { name: 'update', authRefusal: messages.invalidAuth, answer: recordDecision },
  { name: 'invite', authRefusal: messages.invalidAuthorizationToken, answer: createPendingUser },
]
/** Answers about assessments are private to the caller and change. */
const privateHeaders = { 'Cache-Control': 'no-store' }

/**
 * The service over HTTP. The order of the checks: unknown path 404, other method than POST 405, body above 1 MiB 413.
 * Then the token, a body that is not a JSON object (400), and the endpoint's own checks. An endpoint's answer always has
 * status 200.
 */
export function buildApp(context: SandboxContext, companyOf: CompanyOf): Hono {
  const app = new Hono()
  const refuseOversized = (c: Context): Response => c.json(errorAnswer(ownMessages.tooLarge), 413)
  for (const endpoint of endpoints) {
    const path = `${apiPath}/${endpointPaths[endpoint.name]}`
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
  endpoint: Endpoint,
  context: SandboxContext,
  companyOf: CompanyOf,
): Promise<Response> {
  const company = companyOf(bearerToken(c.req.header('Authorization')))
  if (company === undefined) return c.json(errorAnswer(endpoint.authRefusal), 200, privateHeaders)
  const body = parseBody(await c.req.text())
  if (body === undefined) return c.json(errorAnswer(ownMessages.notJson), 400)
  return c.json(await endpoint.answer(company, body, context), 200, privateHeaders)
}

function bearerToken(authorization: string | undefined): string {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
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
