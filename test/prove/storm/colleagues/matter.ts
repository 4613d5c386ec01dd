import { assessmentInput } from '../../../rooms/contract.ts'
import type { Resolution } from '../../../rooms/ledger/port.ts'
import type { SandboxStore } from '../../../rooms/sandbox/store.ts'
import { anyTrip } from '../../../support/any-trip.ts'
import type { Row } from '../../../support/trips.ts'
import { stormStaff, stormSteps, stormTrips } from '../sheets.ts'
import { compareAnewAssessed, compareAssessments, compareDecisions, compareInvitations, type Lies } from '../truth.ts'

/** One request that the service has taken. */
export interface Taken {
  /** As the memory must know it. */
  identifier: string
  /** Whose it is: no other row has the same. */
  name: string
}

/** What colleagues do over their sheets. */
export interface Matter {
  operation: 'assess' | 'decide' | 'invite'
  /** Of the command, besides what every one has. */
  options?: readonly string[]
  /** Whether a row may be there as often as the memory has it. */
  isAnew?: boolean
  /** How an output calls what is done. */
  doneWord: string
  /** The field of a request that no other row has. */
  field: string
  /** Whether the service names what it takes; else only the memory does. */
  isNamedByService: boolean
  /** Rows that make one sheet of what several sheets share. */
  rowsOf(shares: readonly number[]): Row[]
  compare(store: SandboxStore, results: readonly Record<string, unknown>[]): Lies
  taken(store: SandboxStore): Taken[]
  /** What a person says of one that was taken. */
  confirm(taken: Taken): Resolution
  /** All else that must not be, in words. */
  findFaults(store: SandboxStore): string[]
}

/** Of rows of which one is made for each share. */
function pick(make: (count: number) => Row[], shares: readonly number[]): Row[] {
  const all = make(Math.max(...shares) + 1)
  return shares.flatMap((share) => all.slice(share, share + 1))
}

export const trips: Matter = {
  operation: 'assess',
  doneWord: 'scored',
  field: 'employeeId',
  isNamedByService: true,
  rowsOf: (shares) => pick(stormTrips, shares),
  compare: compareAssessments,
  taken: ({ assessments }) =>
    [...assessments.list('Acme')].map(({ assessmentId, input }) => ({
      identifier: assessmentId,
      name: input.employeeId,
    })),
  confirm: ({ identifier }) => ({ kind: 'created', state: 'accepted', identifier }),
  findFaults: () => [],
}

/** Everybody wants everything anew, each time. */
export const tripsAnew: Matter = { ...trips, options: ['--again'], isAnew: true, compare: compareAnewAssessed }

export const invitations: Matter = {
  operation: 'invite',
  doneWord: 'invited',
  field: 'staff_id',
  isNamedByService: true,
  rowsOf: (shares) => pick(stormStaff, shares),
  compare: compareInvitations,
  taken: ({ staff }) =>
    staff
      .list('Acme')
      .flatMap(({ email, userId, staffId }) => (email === null ? [] : [{ identifier: userId, name: staffId }])),
  confirm: ({ identifier }) => ({ kind: 'created', state: 'done', identifier }),
  findFaults: () => [],
}

/** Assessments that are there and scored; gives their identifiers. */
export function fillSandbox({ assessments }: SandboxStore, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const assessmentId = `storm-${index}`
    const input = assessmentInput.parse({ ...anyTrip, employeeId: `E-${index}` })
    assessments.insert({ assessmentId, company: 'Acme', input, createdAtMs: 0, readyAtMs: 0 })
    return assessmentId
  })
}

/** Of how many decisions each assessment has, one after another. */
const stepsEach = 3

/** `assessmentIds`: what is decided on; it is there. */
export function decisionsOn(assessmentIds: readonly string[]): Matter {
  return {
    operation: 'decide',
    doneWord: 'decided',
    field: 'note',
    isNamedByService: false,
    rowsOf: (shares) =>
      stormSteps(
        shares.flatMap((share) => assessmentIds[share] ?? []),
        stepsEach,
      ),
    compare: compareDecisions,
    taken: ({ decisions }) =>
      [...decisions.list('Acme')].map(({ externalEventId, note }) => ({ identifier: externalEventId, name: note })),
    confirm: () => ({ kind: 'created', state: 'done', identifier: undefined }),
    findFaults({ decisions }) {
      const all = [...decisions.list('Acme')]
      return assessmentIds.flatMap((id) => {
        const notes = all.flatMap(({ assessmentId, note }) => (assessmentId === id ? [note] : []))
        const isInOrder = notes.every((note, index) => index === 0 || note >= (notes[index - 1] ?? ''))
        return isInOrder ? [] : [`decided in another order than the sheet's: ${notes.join(', ')}`]
      })
    },
  }
}
