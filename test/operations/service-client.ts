/** A client that gives the same answers to everybody, and keeps what it was told. */
import type { Call, Proof, RetrieveProof, ServiceClient } from '../rooms/client.ts'
export function createClient(answers: { write?: Proof; retrieve?: RetrieveProof } = {}): ServiceClient & {
  told: unknown[]
} {
  const told: unknown[] = []
  function answer<P>(proof: P | undefined): (message: unknown) => Promise<Call<P>> {
    return async (message) => {
      told.push(message)
      if (proof === undefined) throw new Error('this is not to be asked')
      return { proof, sentAtMs: 1, answeredAtMs: 2, status: 200 }
    }
  }
  const write = answer(answers.write)
  const client: ServiceClient & { told: unknown[] } = {
    told,
    createAssessment: write,
    updateAssessment: write,
    inviteStaffMember: write,
    retrieveAssessment: answer(answers.retrieve),
    startingIf: () => client,
    close: async () => {},
  }
  return client
}
