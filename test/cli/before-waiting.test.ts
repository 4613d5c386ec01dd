import { copyFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import {
  fillDatabaseBeforeWaiting,
  type Place,
  planBeforeWaiting,
  writeFileBeforeWaiting,
} from '../support/before-waiting.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { Workspace } from '../support/program.ts'
import type { Service } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'

const sheetOf = (letter: string, count: number): string =>
  toCsv(Array.from({ length: count }, (_, index) => trip(`${letter}-${index + 1}`)))

interface Scene {
  service: Service
  space: Workspace
  ledger: string
}

async function createScene(makeLedger: (space: Workspace, place: Place) => Promise<string>): Promise<Scene> {
  const service = await startDecisionService()
  const variables: Record<string, string | undefined> = { ...service.variables }
  const space = new Workspace(variables)
  for (const [name, letter, count] of [
    ['over', 'W', 2],
    ['open', 'D', 3],
    ['sending', 'S', 4],
    ['loading', 'L', 3],
  ] as const)
    space.write(`${name}.csv`, sheetOf(letter, count))
  space.write(
    'd.csv',
    toCsv([
      { assessmentId: 'A-W-1', status: 'Approved', complianceTeamMemberId: 'C-001' },
      { assessmentId: 'A-W-2', status: 'Rejected', complianceTeamMemberId: 'C-001' },
    ]),
  )
  copyFileSync(planBeforeWaiting, space.path('plan.xlsx'))
  const ledger = await makeLedger(space, { address: service.baseUrl, folder: space.folder })
  variables['RWA_LEDGER'] = ledger
  return { service, space, ledger }
}

/** What every kind of ledger of before promises. */
function describeCarriedOn(createOwn: () => Promise<Scene>): void {
  it('carries on what was killed while it sent and while it loaded, by the same commands, and creates nothing twice', async () => {
    const { service, space } = await createOwn()
    const sending = await space.assess('sending.csv')
    expect([sending.code, sending.summary.outcomes], sending.stderr).toEqual([4, { scored: 3, unknown: 1 }])
    const loading = await space.assess('loading.csv')
    expect([loading.code, loading.summary.outcomes], loading.stderr).toEqual([0, { scored: 3 }])
    const created = ['S-3', 'S-4', 'L-1', 'L-2', 'L-3']
    expect(service.created()).toEqual(created)
    const over = await space.assess('over.csv')
    expect([over.code, over.summary.alreadyDone], over.stderr).toEqual([0, 2])
    const asked = await space.assess('sending.csv', '--retry-unknown')
    expect([asked.code, asked.summary.outcomes], asked.stderr).toEqual([0, { scored: 4 }])
    expect(service.created()).toEqual([...created, 'S-2'])
  })

  it.each(['plan.xlsx', '3'])(
    'releases no plan of before (%s), and says to seal the sheet again, which works',
    async (reference) => {
      const { service, space } = await createOwn()
      const release = (of: string) => space.run(['decide', '--release', of, '--by', 'M-2', '--yes'])
      expect((await space.assess('over.csv')).code).toBe(0)
      const refused = await release(reference)
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining('sealed by an earlier version of the program, which kept no lines of it'),
      ])
      expect(refused.stderr).toContain('Seal the sheet again. Nothing was sent.')
      expect(service.requests).toEqual([])
      const again = await space.run(['decide', 'd.csv', '--seal', 'again.xlsx', '--by', 'C-001'])
      expect(again.code, again.stderr).toBe(0)
      const released = await release('again.xlsx')
      expect(released.code, released.stderr).toBe(0)
      expect(sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)).toEqual(['A-W-1', 'A-W-2'])
      expect((await release('plan.xlsx')).stderr).toContain('sealed by an earlier version')
    },
  )
}

describe('in a file, a ledger whose runs did not wait', () => {
  describeCarriedOn(() =>
    createScene(async (space, place) => {
      writeFileBeforeWaiting(space.path('before.sqlite'), place)
      return space.path('before.sqlite')
    }),
  )
})

describe.skipIf(!hasPostgres)('in a database, a ledger whose runs did not wait', () => {
  const server = usePostgres()
  const createOwn = (): Promise<Scene> =>
    createScene(async (_, place) => {
      const address = server.address()
      await fillDatabaseBeforeWaiting(address, place)
      return address
    })
  describeCarriedOn(createOwn)

  it('is collected and finished by workers: a run that is over, and one that is open', async () => {
    const { service, space, ledger } = await createOwn()
    const collect = async (input: string) => {
      const { code, summary } = await space.run(['collect', input, '--json'])
      return [code, summary.outcomes]
    }
    const worker = space.begin(['worker'])
    const isOver = async () =>
      (await ask<{ isOver: boolean }>(ledger, 'SELECT ended_at IS NOT NULL AS "isOver" FROM runs WHERE id = 2'))[0]
        ?.isOver
    while (!(await isOver())) await new Promise(setImmediate)
    worker.interrupt()
    await worker.ended
    expect(service.created().toSorted()).toEqual(['D-1', 'D-2', 'D-3'])
    expect([await collect('over.csv'), await collect('open.csv')]).toEqual([
      [0, { scored: 2 }],
      [0, { scored: 3 }],
    ])
    const again = await space.assess('open.csv')
    expect([again.code, again.summary.alreadyDone, service.created().length], again.stderr).toEqual([0, 3, 3])
  })
})
