import { describe, expect, it } from 'vitest'
import { defaultSandboxConfig } from '../../rooms/sandbox.ts'
import { acmeToken, callAs, createFor, fieldError, hire, startForTest, trip } from '../fixture.ts'

describe('rwa_create', () => {
  it.each([
    ['trip', trip],
    ['hire', hire],
  ])('answers a %s with an identifier and the address of its report', async (_name, body) => {
    const sandbox = await startForTest()
    const answer = await callAs(sandbox, acmeToken)('rwa_create', body)
    const [stored] = sandbox.store.assessments.list('Acme')
    const origin = new URL(sandbox.baseUrl).origin
    expect(stored?.assessmentId).toMatch(/^\d{13}x\d{18}$/)
    expect(stored?.input).toEqual(body)
    expect(answer).toEqual({
      status: 'success',
      response: {
        assessment_id: stored?.assessmentId,
        redirect_url: `${origin}/version-test/report/${stored?.assessmentId}`,
      },
    })
  })

  it('is not idempotent: the same body twice makes two assessments', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const first = await createFor(call, trip)
    const second = await createFor(call, trip)
    expect(first.assessmentId).not.toBe(second.assessmentId)
    expect([...sandbox.store.assessments.list('Acme')].length).toBe(2)
  })

  it('gives another identifier when one is taken', async () => {
    const digits = [0.1, 0.2, 0.3, 0.1, 0.2, 0.1, 0.2, 0.4, 0.5].values()
    const config = { ...defaultSandboxConfig, companies: [{ name: 'Acme', token: acmeToken, staff: [] }] }
    const clock = { now: () => 1_719_830_400_123, sleep: async () => {} }
    const sandbox = await startForTest({ clock, config, random: () => digits.next().value ?? 0 })
    const call = callAs(sandbox, acmeToken)
    const ids = [await createFor(call, trip), await createFor(call, trip), await createFor(call, trip)]
    expect(ids.map(({ assessmentId }) => assessmentId)).toEqual([
      '1719830400123x100000000200000000',
      '1719830400123x300000000100000000',
      '1719830400123x200000000100000000',
    ])
  })

  it('answers the first failed check only, and stores nothing', async () => {
    const sandbox = await startForTest()
    const answer = await callAs(sandbox, acmeToken)('rwa_create', { ...trip, destination: 'Atlantis', legalRight: '' })
    expect(answer).toEqual(fieldError('destination', 'Incorrect Country please review documentation'))
    expect([...sandbox.store.assessments.list('Acme')].length).toBe(0)
  })

  it('keeps to the lists of the configuration', async () => {
    const config = { ...defaultSandboxConfig, lists: { ...defaultSandboxConfig.lists, roleType: ['Astronaut'] } }
    const sandbox = await startForTest({ config })
    const call = callAs(sandbox, acmeToken)
    expect(await call('rwa_create', trip)).toEqual(fieldError('roleType', 'Please use a listed role type'))
    expect(await call('rwa_create', { ...trip, roleType: 'Astronaut' })).toMatchObject({ status: 'success' })
  })
})
