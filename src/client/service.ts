import type { AssessmentInput } from '../contract/assessment.ts'
import type { Decision } from '../contract/decision.ts'
import { type EndpointName, endpoints } from '../contract/envelope.ts'
import type { Invitation } from '../contract/staff.ts'
import { type Proof, proveRetrieve, proveWrite, type RetrieveProof } from './evidence.ts'
import type { EvidencePolicy } from './evidence-policy.ts'
import type { Exchange } from './exchange.ts'
import { redactAnswer, sanitizeProof } from './sanitize-proof.ts'
import type { Token } from './token.ts'
import type { Transport } from './transport.ts'

export interface Call<P> {
  proof: P
  sentAtMs: number
  answeredAtMs: number
  status: number | undefined
}

/** The service, one method per endpoint. No method rejects or sends twice. */
export interface ServiceClient {
  createAssessment(input: AssessmentInput): Promise<Call<Proof>>
  /** `employeeId`: the assessment's employee where known; scores of another employee are discarded. */
  retrieveAssessment(assessmentId: string, employeeId?: string): Promise<Call<RetrieveProof>>
  updateAssessment(decision: Decision): Promise<Call<Proof>>
  inviteStaffMember(invitation: Invitation): Promise<Call<Proof>>
  /** The same service with a condition: `mayStart` is checked right before the first byte is written. */
  startingIf(mayStart: () => boolean): ServiceClient
  /** Cuts every connection; drain first. */
  close(): Promise<void>
}

interface ServiceClientOptions {
  transport: Transport
  /** Redacted wherever the service echoes it. */
  token: Token
  policy: EvidencePolicy
}

/** `mayStart`: as in `startingIf`. */
export function createServiceClient(options: ServiceClientOptions, mayStart?: () => boolean): ServiceClient {
  const { transport, token, policy } = options

  async function send<P extends Proof | RetrieveProof>(
    endpoint: EndpointName,
    body: unknown,
    prove: (exchange: Exchange) => P,
  ): Promise<Call<P>> {
    const exchange = await transport.post(endpoints[endpoint], JSON.stringify(body), mayStart)
    const { sentAtMs, answeredAtMs, status } = exchange
    const proof = sanitizeProof(proveCleanly(exchange, prove), token, exchange.body) as P
    return { proof, sentAtMs, answeredAtMs, status }
  }

  /** The proof rests on the answer as received; its texts come from the answer without the token. */
  function proveCleanly<P extends Proof | RetrieveProof>(exchange: Exchange, prove: (exchange: Exchange) => P): P {
    const proof = prove(exchange)
    if (proof.kind === 'done' || proof.kind === 'ready') return proof
    const body = redactAnswer(exchange.body, token)
    const location = exchange.location === undefined ? undefined : redactAnswer(exchange.location, token)
    if (body === exchange.body && location === exchange.location) return proof
    const clean = prove({ ...exchange, body, location })
    return clean.kind === proof.kind ? clean : proof
  }

  function write(endpoint: keyof typeof proveWrite, request: unknown): Promise<Call<Proof>> {
    return send(endpoint, request, (exchange) => proveWrite[endpoint]({ exchange, request }, policy))
  }

  return {
    createAssessment: (input) => write('create', input),
    retrieveAssessment: (assessmentId, employeeId) =>
      send('retrieve', { assessmentId }, (exchange) => proveRetrieve(exchange, { assessmentId, employeeId })),
    updateAssessment: (decision) => write('update', decision),
    inviteStaffMember: (invitation) => write('invite', invitation),
    startingIf: (condition) => createServiceClient(options, condition),
    close: () => transport.close(),
  }
}
