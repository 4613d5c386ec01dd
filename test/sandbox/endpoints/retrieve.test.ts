import { describe, expect, it } from 'vitest'
import { retrieveSuccess } from '../../rooms/contract.ts'
import { computeScores } from '../../rooms/sandbox.ts'
import {
  acmeToken,
  callAs,
  createFor,
  globexToken,
  hire,
  holdClock,
  singleError,
  startForTest,
  trip,
} from '../fixture.ts'

describe('rwa_retrieve', () => {
  it.each([
    ['trip', trip],
    ['hire', hire],
  ])('gives the scores of a %s that is ready', async (_name, body) => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const { assessmentId } = await createFor(call, body)
    const answer = await call('rwa_retrieve', { assessmentId })
    const [stored] = sandbox.store.assessments.list('Acme')
    expect(retrieveSuccess.safeParse(answer).success).toBe(true)
    expect(answer).toEqual({
      status: 'success',
      data: {
        ...(stored && computeScores(stored.input)),
        assessmentId,
        employeeId: 'E-1',
        complianceTeamMemberId: '',
        managerId: '',
      },
    })
  })

  it('answers Pending until the very millisecond of readiness', async () => {
    const clock = holdClock()
    const sandbox = await startForTest({ clock, readyAfterMs: { min: 2000, max: 2000 } })
    const call = callAs(sandbox, acmeToken)
    const { assessmentId } = await createFor(call, trip)
    expect(await call('rwa_retrieve', { assessmentId })).toEqual(singleError('Pending'))
    clock.advance(1999)
    expect(await call('rwa_retrieve', { assessmentId })).toEqual(singleError('Pending'))
    clock.advance(1)
    expect(await call('rwa_retrieve', { assessmentId })).toMatchObject({ status: 'success' })
  })

  it.each([
    ['an unknown identifier', { assessmentId: '1x2' }],
    ['none', {}],
    ['one that is not text', { assessmentId: 12 }],
  ])('answers Not Found for %s', async (_name, body) => {
    const sandbox = await startForTest()
    expect(await callAs(sandbox, acmeToken)('rwa_retrieve', body)).toEqual(singleError('Not Found'))
  })

  it("answers Not Found for another company's assessment", async () => {
    const sandbox = await startForTest()
    const { assessmentId } = await createFor(callAs(sandbox, acmeToken), trip)
    expect(await callAs(sandbox, globexToken)('rwa_retrieve', { assessmentId })).toEqual(singleError('Not Found'))
    expect([...sandbox.store.assessments.list('Globex')].length).toBe(0)
  })
})
