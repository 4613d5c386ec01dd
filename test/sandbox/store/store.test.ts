import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AssessmentInput, assessmentInput } from '../../rooms/contract.ts'
import { openSandboxStore, type SandboxStore } from '../../rooms/sandbox/store.ts'
import { openDatabase } from '../../rooms/support.ts'
import { makeTemporaryFolder, trip } from '../fixture.ts'

const input: AssessmentInput = assessmentInput.parse(trip)

function openStore(file = ':memory:'): SandboxStore {
  const store = openSandboxStore(file)
  onTestFinished(() => store.close())
  return store
}

describe('a sandbox store', () => {
  it('lists any number of assessments in order of creation, with other statements in between', () => {
    const { assessments } = openStore()
    for (let n = 0; n < 2500; n++) {
      const company = n % 5 === 0 ? 'Globex' : 'Acme'
      assessments.insert({ assessmentId: `${9999 - n}`, company, input, createdAtMs: n, readyAtMs: n })
    }
    const times: number[] = []
    for (const { createdAtMs, assessmentId } of assessments.list('Acme')) {
      times.push(createdAtMs)
      expect(assessments.find(assessmentId)?.createdAtMs).toBe(createdAtMs)
    }
    expect(times).toHaveLength([...assessments.list('Acme')].length)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect([...assessments.list('Globex')].length).toBe(500)
    expect([...assessments.list('Initech')].length).toBe(0)
  })

  it('takes an identifier once', () => {
    const { assessments } = openStore()
    const assessment = { assessmentId: '1x2', company: 'Acme', input, createdAtMs: 1, readyAtMs: 2 }
    expect(assessments.insert(assessment)).toBe(true)
    expect(assessments.insert({ ...assessment, company: 'Globex' })).toBe(false)
    expect(assessments.find('1x2')?.company).toBe('Acme')
  })

  it('activates pending staff once, and never takes it back', () => {
    const { staff } = openStore()
    staff.ensure('Acme', { staffId: 'C-1', userId: 'u', isActivated: false }, 1)
    expect(staff.isActivated('Acme', 'C-1')).toBe(false)
    expect(staff.activate('Acme', 'C-1', 2)).toBe(true)
    expect(staff.activate('Acme', 'C-1', 3)).toBe(false)
    expect(staff.activate('Acme', 'C-2', 3)).toBe(false)
    staff.ensure('Acme', { staffId: 'C-1', userId: 'v', isActivated: false }, 4)
    expect(staff.list('Acme')).toMatchObject([{ staffId: 'C-1', userId: 'u', activatedAtMs: 2 }])
  })

  it.each([
    ['another program', 'CREATE TABLE other (x)', /is a database, but not a sandbox's/],
    ['a newer version', 'PRAGMA user_version = 99', /newer version/],
  ])('refuses the file of %s', async (_name, sql, message) => {
    const file = join(await makeTemporaryFolder(), 'data.sqlite')
    if (sql.startsWith('PRAGMA')) openSandboxStore(file).close()
    const database = openDatabase(file)
    database.exec(sql)
    database.close()
    expect(() => openSandboxStore(file)).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringMatching(message) }),
    )
  })

  it('refuses a file that is no database, and a folder', async () => {
    const folder = await makeTemporaryFolder()
    const file = join(folder, 'trips.csv')
    await writeFile(file, 'employeeId,destination\n'.repeat(100))
    expect(() => openSandboxStore(file)).toThrow(`sandbox data file ${file} is not a SQLite file`)
    expect(() => openSandboxStore(folder)).toThrow(expect.objectContaining({ code: 'surroundings' }))
  })
})
