import { assess, decide, invite } from '../../rooms/operations.ts'
import { stormDecisions, stormStaff, stormTrips } from './sheets.ts'
import type { Aftermath, Storm } from './storm.ts'
import { compareAssessments, compareDecisions, compareInvitations, type Lies } from './truth.ts'

/** One operation after the storm: what the sheet says, and where that is not the truth. */
export interface Judged extends Aftermath {
  lies: Lies
}

export interface Sizes {
  trips: number
  /** Of those that were scored. */
  decisions: number
  staff: number
}

/** Assesses, decides on some of what was scored, and invites; each until nothing is left to do. */
export async function weatherAll(
  { sandbox, weather }: Storm,
  { trips, decisions, staff }: Sizes,
): Promise<Record<'assess' | 'decide' | 'invite', Judged>> {
  const { store } = sandbox
  const assessed = await weather(assess, stormTrips(trips))
  const assessLies = compareAssessments(store, assessed.results)
  const scored = assessed.results.filter(({ outcome }) => outcome === 'scored').slice(0, decisions)
  const decided = await weather(decide, stormDecisions(scored.map(({ assessmentId }) => String(assessmentId))))
  const invited = await weather(invite, stormStaff(staff))
  return {
    assess: { ...assessed, lies: assessLies },
    decide: { ...decided, lies: compareDecisions(store, decided.results) },
    invite: { ...invited, lies: compareInvitations(store, invited.results) },
  }
}
