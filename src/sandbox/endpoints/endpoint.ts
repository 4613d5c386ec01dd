import type { EndpointName } from '../../contract/envelope.ts'
import type { Clock } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import type { Random } from '../../support/random.ts'
import type { AnswerBody } from '../answer.ts'
import type { RequestBody } from '../body.ts'
import type { SandboxLists } from '../lists.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ReadyAfter } from '../readiness.ts'
import type { SandboxStore } from '../store/store.ts'

export interface SandboxContext {
  store: SandboxStore
  lists: SandboxLists
  readyAfterMs: ReadyAfter
  clock: Clock
  random: Random
  mailer: Mailer
  logger: Logger
  baseUrl: string
  reportUrl(assessmentId: string): string
  setupUrl(token: string): string
}

/** One operation of interface.md. The token is accepted and the body is a JSON object. */
export interface Endpoint {
  name: EndpointName
  authRefusal: string
  answer(company: string, body: RequestBody, context: SandboxContext): AnswerBody | Promise<AnswerBody>
}
