import type { AssessmentInput } from '../contract/assessment.ts'
import type { Decision } from '../contract/decision.ts'
import { endpoints } from '../contract/envelope.ts'
import type { Invitation } from '../contract/staff.ts'
import type { EvidencePolicy, Proof, RetrieveProof } from './evidence.ts'
import { proveCreate, proveInvite, proveRetrieve, proveUpdate } from './evidence.ts'
import type { Exchange } from './exchange.ts'
import type { Token } from './token.ts'
import type { Transport } from './transport.ts'

/** One attempt: what it proves, and the facts that the attempt log keeps of it. */
export interface Attempt<P> {
  proof: P
  sentAtMs: number
  answeredAtMs: number
  status: number | undefined
}

export type CreateAnswer = Attempt<Proof>
export type RetrieveAnswer = Attempt<RetrieveProof>

/** The service, one method per endpoint. No method rejects or sends twice. */
export interface ServiceClient {
  createAssessment(input: AssessmentInput): Promise<CreateAnswer>
  retrieveAssessment(assessmentId: string): Promise<RetrieveAnswer>
  updateAssessment(decision: Decision): Promise<CreateAnswer>
  inviteStaffMember(invitation: Invitation): Promise<CreateAnswer>
  /** Cuts every connection; drain first. */
  close(): Promise<void>
}

export interface ServiceClientOptions {
  transport: Transport
  /** Whose value is replaced wherever the service should echo it. */
  token: Token
  policy: EvidencePolicy
}

export function createServiceClient({ transport, token, policy }: ServiceClientOptions): ServiceClient {
  async function send<P extends Proof | RetrieveProof>(
    path: string,
    body: unknown,
    prove: (exchange: Exchange) => P,
  ): Promise<Attempt<P>> {
    const exchange = await transport.post(path, JSON.stringify(body))
    const { sentAtMs, answeredAtMs, status } = exchange
    return { proof: proveWithoutToken(exchange, prove), sentAtMs, answeredAtMs, status }
  }

  /** An identifier is taken as it came; every other text is for people, and a service may echo the token in it. */
  function proveWithoutToken<P extends Proof | RetrieveProof>(exchange: Exchange, prove: (exchange: Exchange) => P): P {
    const proof = prove(exchange)
    if (proof.kind === 'done' || proof.kind === 'ready') return proof
    const body = token.redact(exchange.body)
    const location = exchange.location === undefined ? undefined : token.redact(exchange.location)
    const hasEcho = body !== exchange.body || location !== exchange.location
    return hasEcho ? prove({ ...exchange, body, location }) : proof
  }

  return {
    createAssessment: (input) =>
      send(endpoints.create, input, (exchange) => proveCreate(exchange, exchange.answeredAtMs, policy)),
    retrieveAssessment: (assessmentId) =>
      send(endpoints.retrieve, { assessmentId }, (exchange) =>
        proveRetrieve(exchange, exchange.answeredAtMs, assessmentId),
      ),
    updateAssessment: (decision) =>
      send(endpoints.update, decision, (exchange) => proveUpdate(exchange, exchange.answeredAtMs, policy)),
    inviteStaffMember: (invitation) =>
      send(endpoints.invite, invitation, (exchange) => proveInvite(exchange, exchange.answeredAtMs, policy)),
    close: () => transport.close(),
  }
}
