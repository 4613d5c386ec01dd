import { describe, expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { type Answer, type Received, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

const words = '"status":"error","message":"it was made, but the report is late"'

/** What contradicts itself, and what only says no. */
const contradictions: Readonly<Record<string, string>> = {
  'success beside it': `{${words},"success":true}`,
  'an identifier beside it': `{${words},"assessment_id":"made-1"}`,
  'an identifier that is a number': `{${words},"response":{"assessment_id":17}}`,
  'the identifier of a retrieve': `{${words},"data":{"assessmentId":"made-1"}}`,
  'an account': `{${words},"user":{"user_id":"made-1"}}`,
}
const plain = `{${words},"success":false,"requestId":"r-1"}`

const people = toCsv([{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', staff_id: 'C-7' }])
const decisions = toCsv([{ assessmentId: 'A-7', status: 'Pending', note: 'for now' }])
const operations = {
  assess: { endpoint: 'rwa_create', sheet: toCsv(trips(2)), options: [], output: 'output/in.assessed.xlsx' },
  decide: { endpoint: 'rwa_update', sheet: decisions, options: ['--yes'], output: 'output/in.decided.xlsx' },
  invite: { endpoint: 'create_pending_user', sheet: people, options: ['--yes'], output: 'output/in.invited.xlsx' },
} as const

describe.each(['assess', 'decide', 'invite'] as const)('%s', (operation) => {
  const { endpoint, sheet, options, output } = operations[operation]

  async function sendTwice(body: string): Promise<{ sent: number; codes: (number | null)[]; space: Workspace }> {
    const reply = (received: Received): Answer | undefined => (received.endpoint === endpoint ? { body } : undefined)
    const service = await startService(reply)
    const space = new Workspace(service.variables)
    space.write('in.csv', sheet)
    const codes: (number | null)[] = []
    for (const _ of [1, 2]) codes.push((await space.run([operation, 'in.csv', ...options])).code)
    return { sent: service.requests.filter((received) => received.endpoint === endpoint).length, codes, space }
  }

  const rows = sheet.trim().split('\n').length - 1

  it.each(Object.entries(contradictions))(
    'an error with %s is unknown, with the whole answer, and not sent again',
    async (_, body) => {
      const { sent, codes, space } = await sendTwice(body)
      expect([sent, codes]).toEqual([rows, [4, 4]])
      const read = await readOutput(space.path(output))
      expect(new Set(read.column('outcome'))).toEqual(new Set(['unknown']))
      expect(read.table('Unknown').rows.flatMap((row) => Object.values(row))).toContain(body)
    },
  )

  it('an ordinary error is a refusal, and sent again by the next start', async () => {
    const { sent, codes, space } = await sendTwice(plain)
    expect([sent, codes]).toEqual([2 * rows, [3, 3]])
    expect(new Set((await readOutput(space.path(output))).column('outcome'))).toEqual(new Set(['rejected']))
  })
})
