import { messages } from '../../rooms/contract.ts'
import type { Dice } from './dice.ts'
import { contentOf, refusedDestination } from './trips.ts'

/** The service takes no decision of theirs. */
export const refusedMember = 'nobody'

/** One assessment that really exists. */
export interface Creation {
  identifier: string
  content: string
  employeeId: string
  createdAtMs: number
  readyAtMs: number
}

/** What the service says when nothing comes between. */
export interface HonestAnswer {
  kind: 'created' | 'refused' | 'ready' | 'pending' | 'not-found'
  body: string
  creation: Creation | undefined
}

/** One decision that is really recorded. */
export interface RecordedDecision {
  assessmentId: string
  content: string
  event: string
}

/** The service's own truth, in memory: it creates whatever it is asked to, as often as it is asked. */
export class ServiceModel {
  readonly creations: Creation[] = []
  /** In the order in which the service came to them. */
  readonly decisions: RecordedDecision[] = []
  readonly #dice: Dice
  readonly #slowness: number

  constructor(dice: Dice) {
    this.#dice = dice
    this.#slowness = dice.pick([1_000, 5_000, 60_000])
  }

  create(body: string, nowMs: number): HonestAnswer {
    const request: { employeeId: string; destination: string } = JSON.parse(body)
    if (request.destination === refusedDestination) {
      const error = { status: 'error', errors: [{ field: 'destination', message: messages.incorrectCountry }] }
      return { kind: 'refused', body: JSON.stringify(error), creation: undefined }
    }
    const identifier = `A${this.creations.length + 1}`
    const creation: Creation = {
      identifier,
      content: contentOf(request),
      employeeId: request.employeeId,
      createdAtMs: nowMs,
      // A few never are.
      readyAtMs: this.#dice.chance(0.03) ? Number.POSITIVE_INFINITY : nowMs + this.#dice.int(0, this.#slowness),
    }
    this.creations.push(creation)
    const response = { assessment_id: identifier, redirect_url: `https://reports.example/${identifier}` }
    return { kind: 'created', body: JSON.stringify({ status: 'success', response }), creation }
  }

  /** Who is called `nobody` has no account. */
  update(body: string): HonestAnswer {
    const { externalEventId, ...decision } = JSON.parse(body) as { assessmentId: string } & Record<string, string>
    if (decision['complianceTeamMemberId'] === refusedMember) {
      return { kind: 'refused', body: errorBody(messages.complianceMemberUnknown), creation: undefined }
    }
    const { assessmentId } = decision
    this.decisions.push({ assessmentId, content: contentOf(decision), event: externalEventId ?? '' })
    return {
      kind: 'created',
      body: JSON.stringify({ status: 'success', success: true, message: 'ok' }),
      creation: undefined,
    }
  }

  retrieve(body: string, nowMs: number): HonestAnswer {
    const { assessmentId } = JSON.parse(body) as { assessmentId: string }
    const creation = this.creations.find(({ identifier }) => identifier === assessmentId)
    if (creation === undefined) return { kind: 'not-found', body: errorBody(messages.notFound), creation }
    if (nowMs < creation.readyAtMs) return { kind: 'pending', body: errorBody(messages.pending), creation }
    return { kind: 'ready', body: scoresBody(creation), creation }
  }
}

export function errorBody(message: string): string {
  return JSON.stringify({ status: 'error', success: false, message })
}

export function scoresBody({ identifier, employeeId }: Pick<Creation, 'identifier' | 'employeeId'>): string {
  const scores = { workingRights: 1, payrollTax: 2, socialSecurity: 3, corporateTax: 4, employmentLaw: 5 }
  const data = { ...scores, overallTrip: 6.5, assessmentId: identifier, employeeId, cumulativePeRiskLevel: 'Low' }
  return JSON.stringify({ status: 'success', data })
}
