import type { AssessmentInput } from '../contract/assessment.ts'
import type { Decision } from '../contract/decision.ts'
import { type EndpointName, endpoints } from '../contract/envelope.ts'
import type { Invitation } from '../contract/staff.ts'
import { boundText } from './answer.ts'
import { maxRawBytes, type Proof, proveRetrieve, proveWrite, type RetrieveProof } from './evidence.ts'
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

/** Limits in characters of the texts that come from an answer, which may be 1 MiB long. The others are our own words. */
const maxCharacters: Readonly<Record<string, number>> = {
  field: 200,
  message: 4_000,
  reason: 4_000,
  reportUrl: 4_000,
  raw: Number.POSITIVE_INFINITY,
  complianceTeamMemberId: 1_000,
  managerId: 1_000,
  employeeId: 1_000,
  cumulativePeRiskLevel: 4_000,
}
const longestIdentifier = 1_000

/** Redacts the token in every spelling and shortens long texts. `body` is the answer as received. */
function sanitizeProof(proof: Proof | RetrieveProof, token: Token, body: string): Proof | RetrieveProof {
  const reason = proof.kind === 'done' ? refuseIdentifier(proof.identifier, token) : undefined
  if (reason === undefined) return sanitizeTexts(proof, token)
  return { kind: 'unknown', reason, raw: boundText(redactAnswer(body, token), maxRawBytes), isForeign: false }
}

/** A beginning of the token at the end is redacted too: an answer may break off inside it. */
function redactAnswer(text: string, token: Token): string {
  return token.redact(text, true)
}

function sanitizeTexts<Texts extends object>(texts: Texts, token: Token): Texts {
  const clean = Object.entries(texts).map(([name, value]: [string, unknown]) => {
    const limit = maxCharacters[name]
    if (limit !== undefined && typeof value === 'string') return [name, truncate(redactAnswer(value, token), limit)]
    const isNested = typeof value === 'object' && value !== null && !(value instanceof Error)
    return [name, isNested ? sanitizeTexts(value, token) : value]
  })
  return Object.fromEntries(clean)
}

/** Keeps a whole identifier or none: a part of one names nothing. The raw answer still shows it. */
function refuseIdentifier(identifier: string, token: Token): string | undefined {
  const { length } = identifier
  if (length > longestIdentifier) {
    return `a success with an identifier of ${length} characters; more than ${longestIdentifier} are never taken`
  }
  // No store gives them back bit for bit. Bytes that are no UTF-8 were read as U+FFFD.
  if (/[\p{Control}\p{Surrogate}\ufffd]/u.test(identifier)) {
    return 'a success whose identifier has characters that cannot be kept as they came'
  }
  return token.isIn(identifier) ? 'a success whose identifier holds the API token, which is never kept' : undefined
}

function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
  return `${kept}…[cut: ${text.length} characters in all]`
}
