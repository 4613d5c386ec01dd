import { expect, it } from 'vitest'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { Workspace } from '../support/program.ts'
import { toCsv } from '../support/trips.ts'
import { enterPageInProcess } from './page-client.ts'

it.each(['the ledger', 'the profile'])(
  'a decision without its note is wrong on the page by a rule of %s; Settings shows it',
  async (whose) => {
    const service = await startDecisionService()
    const space = new Workspace(service.variables)
    if (whose === 'the ledger') await space.run(['ledger', 'rules', '--set', 'noteFor=Rejected'])
    else space.writeProfile({ noteFor: ['Rejected'] })
    const client = await enterPageInProcess(space)
    const rejected = { assessmentId: 'A-1', status: 'Rejected', managerId: 'M-1', note: '' }
    const noted = { ...rejected, assessmentId: 'A-2', note: 'no visa' }
    await client.upload('decisions.csv', toCsv([rejected, noted]), 'decide')
    const { check, settings } = await client.until((state) => state.check !== null && state.busy === null)
    expect([check?.wrong, check?.ready]).toEqual([1, 1])
    expect(settings.rules).toEqual(['noteFor (decisions that need a note): Rejected'])
    const { plan } = await client.post('/api/plan')
    expect(plan?.toSend).toBe(1)
    await client.post('/api/run', { plan: plan?.id, typed: '1' })
    await client.until(({ run }) => run?.end != null)
    expect(sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)).toEqual(['A-2'])
  },
)
