import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { digestAgreed, recordAgreement } from '../rooms/app/profile.ts'
import { readCommitRecord } from '../rooms/ledger/sqlite.ts'
import { findPagesFolder, findRegisterFile, findUserLedger, UserRegister } from '../rooms/ledger.ts'
import { Drafts } from '../rooms/web/sheet.ts'
import { sentTo } from '../support/decision-service.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { keepDatabase, restoreDatabase } from './dump.ts'
import { describeFormats } from './shapes.ts'
import { address, openSpace, type Space } from './space.ts'
import { keepDraft, playStory, profile, systemOf } from './story.ts'

const here = new URL('.', import.meta.url).pathname
const versions = readdirSync(here).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
const newest = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? ''
/** What `make.mjs` asks for. */
const made = process.env['RWA_MAKE_FORMATS']
/** Of no user, and on no machine. */
const folderOfMade = '/tmp/rwa-batch-formats'

const read = (version: string, name: string): string => readFileSync(join(here, version, name), 'utf8')

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-formats-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function play(folder: string, more: Readonly<Record<string, string>> = {}): Promise<Space> {
  const space = await openSpace(folder, onTestFinished)
  const { run } = space
  await playStory({ ...space, run: (args) => run(args, more) })
  keepDraft(space)
  return space
}

/** What a version has kept, for a user of five days later. */
async function comeBack(version: string): Promise<Space> {
  const folder = createFolder()
  cpSync(join(here, version, 'files'), folder, { recursive: true })
  const space = await openSpace(folder, onTestFinished, 5)
  recordAgreement({ file: space.path('rwa-batch.json'), profile }, systemOf(space))
  return space
}

/** By the same commands: each trip and each decision that was sent then is sent by none of them. */
async function goOn(space: Space, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const exits = async (code: number, ...args: string[]) => {
    const said = await space.run(args, more)
    expect(said.code, `${args.join(' ')}\n${said.stderr}`).toBe(code)
    return said
  }
  const created = (): unknown[] => sentTo(space.service, 'rwa_create').map(({ employeeId }) => employeeId)
  const outcomes = { changed: 1, scored: 4 }
  // The answer in the workbook says that E-003 was not created; E-004 was refused, and E-006 never sent.
  expect((await exits(3, 'assess', 'trips.csv', '--json')).summary).toMatchObject({
    outcomes,
    alreadyDone: 1,
    orphans: 1,
  })
  expect(created().toSorted()).toEqual(['E-003', 'E-004', 'E-006'])
  expect((await exits(3, 'assess', 'trips.csv', '--json')).summary).toMatchObject({ outcomes, alreadyDone: 4 })
  const hires = await exits(3, 'assess', 'hires.csv', '-o', 'output/hires.csv', '--json')
  expect(hires.summary).toMatchObject({ outcomes: { invalid: 1, scored: 2 }, alreadyDone: 2 })
  expect((await exits(0, 'decide', 'decisions.csv', '--yes', '--json')).summary).toMatchObject({ alreadyDone: 1 })
  expect((await exits(0, 'invite', 'staff.csv', '--yes', '--json')).summary).toMatchObject({ alreadyDone: 1 })
  expect(created()).toHaveLength(3)
  expect([sentTo(space.service, 'rwa_update'), sentTo(space.service, 'create_pending_user')]).toEqual([[], []])
  const listed = await exits(0, 'status', '--waiting')
  expect(listed.stdout).toContain('waiting.csv')
  await exits(0, 'decide', '--release', 'waiting.xlsx', '--by', 'M-042', '--yes', '--concurrency', '1')
  const decided = sentTo(space.service, 'rwa_update').map(({ assessmentId, status }) => [assessmentId, status])
  expect(decided).toEqual([
    ['A-E-011', 'Rejected'],
    ['A-E-013', 'Compliance Approved'],
  ])
  expect((await exits(0, 'decide', 'to', '--answers', '--yes', '--json')).summary).toMatchObject({ outcomes: { decided: 2 } })
}

/** Of a workbook for a manager: the beginning of what stands in its lines. */
async function findShareCode(file: string): Promise<string | undefined> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const texts: string[] = []
  for (const sheet of workbook.worksheets) sheet.eachRow((row) => row.eachCell(({ text }) => texts.push(text)))
  return texts.map((text) => /\b([0-9A-F]{6})-\d{2,}\b/.exec(text)?.[1]).find((code) => code !== undefined)
}

function readAll(): void {
  const server = usePostgres()

  it('has the form that this build writes, or a folder of its own', async () => {
    const folder = createFolder()
    await play(folder)
    expect(
      await describeFormats(folder),
      `A format is another one than that of ${newest}. If ${newest} is released, what it wrote is read for ever: give package.json the next version, and keep its files beside the others: node test/formats/make.mjs`,
    ).toEqual(JSON.parse(read(newest, 'formats.json')))
  })

  it.each(versions)(
    '%s: a ledger in a file is carried on, its outputs are filled again, its plan is released, its answers are taken',
    async (version) => {
      const space = await comeBack(version)
      await goOn(space)
    },
  )

  it.skipIf(!hasPostgres).each(versions)('%s: a ledger in a database is carried on likewise', async (version) => {
    const space = await comeBack(version)
    const ledger = server.address()
    // Of the user of the file.
    rmSync(findRegisterFile(systemOf(space)) ?? '')
    recordAgreement({ file: space.path('rwa-batch.json'), profile }, systemOf(space))
    for (const name of ['output', 'waiting.xlsx', 'to']) rmSync(space.path(name), { recursive: true })
    cpSync(join(here, version, 'team'), space.folder, { recursive: true })
    await restoreDatabase(join(here, version, 'database.json'), ledger, space)
    await goOn(space, { RWA_LEDGER: ledger })
  })

  it.each(versions)('%s: its audits agree with its ledger, then and after what came since', async (version) => {
    const space = await comeBack(version)
    for (const when of ['then', 'since'])
      for (const name of ['audit.xlsx', 'audit.csv']) {
        const said = await space.run(['status', '--verify', name])
        expect(said.code, `${when}: ${said.stdout}${said.stderr}`).toBe(0)
        if (when === 'then' && name === 'audit.csv') await space.run(['assess', 'trips.csv'])
      }
  })

  it.each(versions)('%s: what is shared out once more has the same references', async (version) => {
    const space = await comeBack(version)
    // The ledger knows an output by its place, which is another one now.
    await space.run(['assess', 'hires.csv', '-o', 'output/hires.csv'])
    const said = await space.run(['decide', 'output/hires.csv', '--share-out', 'Team', '--by', 'C-001', '-o', 'again'])
    expect(said.code, said.stderr).toBe(0)
    const codes = await Promise.all(['to/7.xlsx', 'again/7.xlsx'].map((name) => findShareCode(space.path(name))))
    expect(codes).toEqual([expect.stringMatching(/^[0-9A-F]{6}$/), codes[0]])
  })

  it.each(versions)(
    '%s: its register knows ledger, uses, files and profile, and its draft is there',
    async (version) => {
      const folder = createFolder()
      cpSync(join(here, version, 'files'), folder, { recursive: true })
      const system = { platform: 'linux' as const, env: { HOME: join(folder, 'home') } }
      const register = new UserRegister(findRegisterFile(system) ?? '')
      expect(register.ledgers()).toEqual([
        {
          name: expect.stringMatching(/\.sqlite$/),
          sight: expect.objectContaining({ kind: 'file' }),
          seenAt: expect.any(Number),
        },
      ])
      const use = { address, company: 'default' }
      expect([register.uses(), register.rules()]).toMatchObject([[use], [{ ...use, rules: { noteFor: ['Canceled'] } }]])
      const [{ sight } = { sight: { ledgerId: '' } }] = register.ledgers()
      expect(register.disclosedFiles(sight.ledgerId).length).toBeGreaterThan(0)
      // The mark beside the ledger: how far it was, and its digest when it was closed.
      expect(readCommitRecord(findUserLedger(system) ?? '')).toEqual({
        ledgerId: sight.ledgerId,
        commits: expect.any(Number),
        seal: { holder: expect.any(Number), digest: expect.stringMatching(/^[0-9a-f]{8}$/) },
      })
      const file = join(folderOfMade, 'rwa-batch.json')
      const kept = JSON.parse(readFileSync(join(folder, 'rwa-batch.json'), 'utf8'))
      expect(register.agreedProfile(file)).toEqual({ file, digest: digestAgreed({ file, profile: kept }) })
      // A use, and a draft that was sent, are found again by their keys: neither stands there twice.
      const [before] = register.uses()
      if (before !== undefined) register.recordUse({ ...before })
      expect(register.uses()).toEqual([before])
      const pages = findPagesFolder(system) ?? ''
      const drafts = new Drafts(pages, { now: () => 0, sleep: async () => {} })
      const [draft] = drafts.list()
      expect(draft).toMatchObject({ label: 'trips.csv', cells: 1 })
      drafts.remove(draft?.key ?? '')
      expect([drafts.list(), readdirSync(pages)]).toEqual([[], []])
    },
  )
}

function makeAll(version: string): void {
  const server = usePostgres()

  it('are made', async () => {
    onTestFinished(() => rmSync(folderOfMade, { recursive: true, force: true }))
    const target = join(here, version)
    const keep = (names: readonly string[], to: string): void => {
      for (const name of names)
        cpSync(join(folderOfMade, name), join(to, name), {
          recursive: true,
          filter: (file) => !/(?:\.ballast|\.lock|-shm|-wal)$/.test(file),
        })
    }
    const start = (): void => {
      rmSync(folderOfMade, { recursive: true, force: true })
      mkdirSync(folderOfMade)
    }
    rmSync(target, { recursive: true, force: true })
    start()
    const team = server.address()
    await keepDatabase(team, await play(folderOfMade, { RWA_LEDGER: team }), join(folderOfMade, 'database.json'))
    keep(['output', 'waiting.xlsx', 'to'], join(target, 'team'))
    keep(['database.json'], target)
    start()
    await play(folderOfMade)
    keep(readdirSync(folderOfMade), join(target, 'files'))
    writeFileSync(join(target, 'formats.json'), `${JSON.stringify(await describeFormats(folderOfMade), null, 1)}\n`)
    expect(existsSync(join(target, 'files/audit.xlsx'))).toBe(true)
  })
}

if (made === undefined) describe('what an earlier build wrote', readAll)
else describe('the files of this build', () => makeAll(made))
