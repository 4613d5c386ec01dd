import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../ledger/postgres/database.ts'
import { type Alteration, altering } from '../../support/altered.ts'
import { createPlantedScene, findTexts, person, plantedTexts } from '../../support/planted.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { Workspace } from '../../support/program.ts'
import { scale } from '../../support/scale.ts'
import { toCsv } from '../../support/trips.ts'
import { runToPoint } from './crash-run.ts'

const timeout = 3_600_000
const forget = ['ledger', 'forget', '--employee', person, '--yes']

const ends: (() => void | Promise<void>)[] = []
const later = (end: () => void | Promise<void>): void => void ends.push(end)
let scene: Awaited<ReturnType<typeof createPlantedScene>>
beforeAll(async () => {
  scene = await createPlantedScene(later)
})
afterAll(async () => {
  for (const end of ends) await end()
})

/** Points of a forgetting; in the short form a few, spread evenly. */
function choose(trace: readonly string[], short: number): number[] {
  const step = scale({ full: 1, short: Math.max(1, Math.floor(trace.length / short)) })
  return trace.flatMap((_, index) => (index % step === 0 ? [index + 1] : []))
}

/** Without the row that the service refused: it would be sent again. */
async function expectDone(space: Workspace, ...more: string[]): Promise<void> {
  const created = scene.service.created().length
  space.write('again.csv', toCsv(scene.rows.slice(0, 4)))
  const again = await space.assess('again.csv', ...more)
  expect([again.code, again.summary.alreadyDone, scene.service.created().length]).toEqual([0, 4, created])
}

describe('killed at each point of a forgetting, and the same command again', () => {
  it('no planted value is in any file, and nothing is created again', { timeout }, async () => {
    await scene.space.assess('trips.csv')
    const copyScene = (): Workspace => {
      const space = new Workspace(scene.service.variables, later)
      cpSync(scene.space.folder, space.folder, { recursive: true })
      return space
    }
    const watched = await runToPoint(copyScene(), forget, {})
    expect(watched.code).toBe(0)
    expect(watched.trace.filter((label) => label.includes('VACUUM'))).toHaveLength(2)
    for (const at of choose(watched.trace, 10)) {
      const space = copyScene()
      const { death } = await runToPoint(space, forget, { at })
      expect(death?.at).toBe(at)
      expect(await space.run(forget)).toMatchObject({ code: 0 })
      expect([death?.label, findTexts(space.path('.local'), plantedTexts)]).toEqual([death?.label, []])
      await expectDone(space)
    }
  })

  describe.skipIf(!hasOwnPostgres)('in a database', () => {
    const server = useOwnPostgres()

    it('likewise in the files of its tables, indexes and statistics', { timeout }, async () => {
      const load = async (): Promise<{ space: Workspace; ledger: string[] }> => {
        const space = new Workspace(scene.service.variables, later)
        const ledger = ['--ledger', server.address()]
        space.write('trips.csv', toCsv(scene.rows))
        await space.assess('trips.csv', ...ledger)
        await ask(server.admin, 'ANALYZE')
        return { space, ledger }
      }
      const left = async (space: Workspace): Promise<string[]> => {
        await ask(server.admin, 'CHECKPOINT')
        return [
          ...findTexts(join(server.folder(), 'data/base'), plantedTexts),
          ...findTexts(space.path('.local'), plantedTexts),
        ]
      }
      const first = await load()
      expect((await left(first.space)).length).toBeGreaterThanOrEqual(50)
      const watched = await runToPoint(first.space, [...forget, ...first.ledger], { ledger: 'postgres' })
      expect(watched.code).toBe(0)
      expect(await left(first.space)).toEqual([])
      for (const at of choose(watched.trace, 6)) {
        const { space, ledger } = await load()
        const { death } = await runToPoint(space, [...forget, ...ledger], { ledger: 'postgres', at })
        expect(await space.run([...forget, ...ledger])).toMatchObject({ code: 0 })
        expect([death?.label, await left(space)]).toEqual([death?.label, []])
        await expectDone(space, ...ledger)
        // It has the rows of the sheet that was just handed in again.
        await ask(server.admin, `DROP SCHEMA ${new URL(ledger[1] ?? '').searchParams.get('schema')} CASCADE`)
      }
    })
  })
})

describe('without a guard these tests find', () => {
  async function forgetWith(...alterations: Alteration[]): Promise<Workspace> {
    const space = new Workspace(scene.service.variables, later)
    space.write('trips.csv', toCsv(scene.rows))
    await space.assess('trips.csv')
    expect((await space.spawn(forget, altering(alterations))).code).toBe(0)
    return space
  }

  it('values in free space, when it is not overwritten', { timeout }, async () => {
    const space = await forgetWith(
      { from: 'db.pragma("secure_delete = ON")', to: 'db.pragma("secure_delete = OFF")' },
      { from: 'db.exec("VACUUM")', to: '' },
    )
    expect(findTexts(space.path('.local'), plantedTexts)).not.toEqual([])
  })

  it('trips created again, when nobody asks for their hidden identity', { timeout }, async () => {
    const space = await forgetWith()
    const created = scene.service.created().length
    space.write('again.csv', toCsv(scene.rows.slice(0, 4)))
    const twin = {
      from: 'return new Map(contents.map((content) => [key.hide(content), content]))',
      to: 'return new Map()',
    }
    await space.spawn(['assess', 'again.csv'], altering([twin]))
    expect(scene.service.created()).toHaveLength(created + 4)
  })
})
