import type { AssessmentInput } from '../contract/assessment.ts'
import type { Decision } from '../contract/decision.ts'
import { endpoints } from '../contract/envelope.ts'
import type { Invitation } from '../contract/staff.ts'
import { AnswerSanitizer } from './answer-sanitizer.ts'
import type { Proof, RetrieveProof } from './evidence.ts'
import { proveCreate, proveInvite, proveRetrieve, proveUpdate } from './evidence.ts'
import type { EvidencePolicy } from './evidence-policy.ts'
import type { Exchange } from './exchange.ts'
import type { Token } from './token.ts'
import type { Transport } from './transport.ts'

export interface Call<P> {
  proof: P
  sentAtMs: number
  answeredAtMs: number
  status: number | undefined
}

type CreateAnswer = Call<Proof>
type RetrieveAnswer = Call<RetrieveProof>

/** The service, one method per endpoint. No method rejects or sends twice. */
export interface ServiceClient {
  createAssessment(input: AssessmentInput): Promise<CreateAnswer>
  /** `employeeId`: the assessment's employee where known; scores of another employee are discarded. */
  retrieveAssessment(assessmentId: string, employeeId?: string): Promise<RetrieveAnswer>
  updateAssessment(decision: Decision): Promise<CreateAnswer>
  inviteStaffMember(invitation: Invitation): Promise<CreateAnswer>
  /** The same service with a condition: `mayStart` is checked right before the first byte is written. */
  startingIf(mayStart: () => boolean): ServiceClient
  /** Cuts every connection; drain first. */
  close(): Promise<void>
}

export interface ServiceClientOptions {
  transport: Transport
  /** Redacted wherever the service echoes it. */
  token: Token
  policy: EvidencePolicy
}

export function createServiceClient({ transport, token, policy }: ServiceClientOptions): ServiceClient {
  const sanitizer = new AnswerSanitizer(token)

  async function send<P extends Proof | RetrieveProof>(
    path: string,
    body: unknown,
    prove: (exchange: Exchange) => P,
    keep: (proof: P, body: string) => P,
    mayStart?: () => boolean,
  ): Promise<Call<P>> {
    const exchange = await transport.post(path, JSON.stringify(body), mayStart)
    const { sentAtMs, answeredAtMs, status } = exchange
    return { proof: keep(proveCleanly(exchange, prove), exchange.body), sentAtMs, answeredAtMs, status }
  }

  /** The proof rests on the answer as received; its texts come from the answer without the token. */
  function proveCleanly<P extends Proof | RetrieveProof>(exchange: Exchange, prove: (exchange: Exchange) => P): P {
    const proof = prove(exchange)
    if (proof.kind === 'done' || proof.kind === 'ready') return proof
    const body = sanitizer.redact(exchange.body)
    const location = exchange.location === undefined ? undefined : sanitizer.redact(exchange.location)
    if (body === exchange.body && location === exchange.location) return proof
    const clean = prove({ ...exchange, body, location })
    return clean.kind === proof.kind ? clean : proof
  }

  function clientOf(mayStart?: () => boolean): ServiceClient {
    function write(path: string, body: unknown, prove: typeof proveCreate): Promise<CreateAnswer> {
      return send(
        path,
        body,
        (exchange) => prove({ exchange, request: body }, policy),
        (proof, answer) => sanitizer.sanitizeProof(proof, answer),
        mayStart,
      )
    }
    return {
      createAssessment: (input) => write(endpoints.create, input, proveCreate),
      retrieveAssessment: (assessmentId, employeeId) =>
        send(
          endpoints.retrieve,
          { assessmentId },
          (exchange) => proveRetrieve(exchange, { assessmentId, employeeId }),
          (proof) => sanitizer.sanitizeRetrieved(proof),
          mayStart,
        ),
      updateAssessment: (decision) => write(endpoints.update, decision, proveUpdate),
      inviteStaffMember: (invitation) => write(endpoints.invite, invitation, proveInvite),
      startingIf: clientOf,
      close: () => transport.close(),
    }
  }
  return clientOf()
}
