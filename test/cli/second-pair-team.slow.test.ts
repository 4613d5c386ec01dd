import { copyFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { readOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { Workspace } from '../support/program.ts'
import { toCsv } from '../support/trips.ts'

const rows = [
  { assessmentId: 'A-1', status: 'Rejected', complianceTeamMemberId: 'C-001' },
  { assessmentId: 'A-2', status: 'Approved', complianceTeamMemberId: 'C-001' },
]
const demanded = { secondPair: true }

describe.skipIf(!hasPostgres)(
  'two people with one memory in a database, each on a machine and with a role of their own,',
  () => {
    const server = usePostgres()

    /** Ann seals, Bob has her plan and her sheet beside it. */
    async function createScene() {
      const ledger = server.address()
      const made = await new Workspace().run(['ledger', 'init', ledger])
      expect(made.code, made.stderr).toBe(0)
      const service = await startDecisionService()
      async function join(name: string): Promise<Workspace> {
        const user = `${name}_${Math.random().toString(36).slice(2)}`
        await ask(ledger, `CREATE ROLE ${user} LOGIN; GRANT rwa_user TO ${user}`)
        const space = new Workspace({ ...service.variables, RWA_LEDGER: ledger.replace(/\/\/[^@]*@/, `//${user}@`) })
        space.writeProfile(demanded)
        return space
      }
      const [ann, bob] = [await join('ann'), await join('bob')]
      ann.write('d.csv', toCsv(rows))
      const alone = await ann.run(['decide', 'd.csv', '--yes'])
      expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--seal <plan.xlsx> --by <staff id>')])
      // Who seals needs no token, and sends nothing.
      const sealed = await ann.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-001'], { RWA_API_TOKEN: '' })
      expect([sealed.code, service.requests], sealed.stderr).toEqual([0, []])
      expect(sealed.stderr).toMatch(/Sealed by C-001: 2 to be sent, seal [0-9A-F]{4}-[0-9A-F]{4}/)
      for (const name of ['plan.xlsx', 'd.csv']) copyFileSync(ann.path(name), bob.path(name))
      return { service, ann, bob }
    }

    const release = (by: string): string[] => ['decide', '--release', 'plan.xlsx', '--by', by, '--yes', '--json']

    it('seal and release: nobody both, each decision once, and the log of both names both', {
      timeout: 120_000,
    }, async () => {
      const { service, ann, bob } = await createScene()
      for (const space of [ann, bob]) {
        const same = await space.run(release('c-001'))
        expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('cannot release it as well')])
      }
      const unasked = await bob.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042'])
      expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('no confirmation')])
      expect(service.requests).toEqual([])

      // Two who release it in the same moment.
      const released = await Promise.all([bob.spawn(release('M-042')), ann.spawn(release('M-043'))])
      expect(
        sentTo(service, 'rwa_update')
          .map(({ status }) => status)
          .toSorted(),
      ).toEqual(['Compliance Approved', 'Rejected'])
      const codes = released.map(({ code }) => code)
      expect(codes, released.map(({ stderr }) => stderr).join('\n')).toContain(0)
      for (const { code, summary } of released) if (code === 0) expect(summary.outcomes).toEqual({ decided: 2 })
      const later = await bob.run(release('M-044'))
      expect([later.code, later.summary.outcomes, service.requests.length], later.stderr).toEqual([
        0,
        { decided: 2 },
        2,
      ])
      const { results } = await readOutput(bob.path('output/d.decided.xlsx'))
      expect(results.map(({ outcome }) => outcome)).toEqual(['decided', 'decided'])

      const log = await ann.run(['status', '--attempts'])
      const theirs = await bob.run(['status', '--attempts'])
      // The first look is a line of the log itself.
      const looks = /^.*\d+ lines of the log.*\n/gm
      expect([theirs.code, theirs.stdout.replaceAll(looks, '')]).toEqual([0, log.stdout])
      expect(theirs.stdout.match(looks)).toHaveLength(1)
      expect(log.stdout).toMatch(/seal {2}sealed: by C-001: 2 to be sent, seal \S{9}/)
      expect(log.stdout).toMatch(/release {2}released: by M-04[23]: seal \S{9}, sealed by C-001 \(\S+@\S+\)/)
      for (const [status, id] of [
        ['Rejected', 'A-1'],
        ['Compliance Approved', 'A-2'],
      ])
        expect(log.stdout).toMatch(
          new RegExp(`decided \\(${status} by C-001; ${id}; sealed by C-001, released by M-04[23]\\)`),
        )
    })

    it('the second needs only what status shows: neither sheet nor plan is carried to the other computer', {
      timeout: 120_000,
    }, async () => {
      const { service, ann, bob } = await createScene()
      for (const name of ['plan.xlsx', 'd.csv']) rmSync(bob.path(name))
      ann.write('e.csv', toCsv([{ assessmentId: 'A-7', status: 'Rejected', complianceTeamMemberId: 'C-001' }]))
      const other = await ann.run(['decide', 'e.csv', '--seal', 'e.xlsx', '--by', 'C-001'])
      expect(other.stderr).toMatch(
        /waits in the team’s database until \S+: a second person needs only the run number or the seal, on any computer/,
      )
      const { stdout } = await bob.run(['status', '--waiting'])
      expect(stdout).toContain('rwa-batch decide --release 1 --by <staff id>')
      expect(stdout).toMatch(/^Run 2: decide \S+e\.csv/)
      const dropped = await bob.run(['decide', '--drop', '2', '--by', 'M-042'])
      expect([dropped.code, dropped.stderr]).toEqual([0, expect.stringContaining('sealed by C-001')])
      const released = await bob.run(['decide', '--release', '1', '--by', 'M-042', '--yes', '--json'])
      expect([released.code, released.summary.outcomes], released.stderr).toEqual([0, { decided: 2 }])
      expect(released.stderr).toMatch(/ {2}row 2 · .*Rejected.*\n {2}row 3 · .*Compliance Approved/)
      expect(sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)).toEqual(['A-1', 'A-2'])
      const { results } = await readOutput(bob.path('output/d.decided.xlsx'))
      expect(results.map(({ outcome }) => outcome)).toEqual(['decided', 'decided'])
    })

    it('what one has decided since breaks the seal for the other, who is told and sends nothing', {
      timeout: 120_000,
    }, async () => {
      const { service, ann, bob } = await createScene()
      ann.write('rwa-batch.json', '{}')
      ann.write('since.csv', toCsv([{ assessmentId: 'A-2', status: 'Rejected', complianceTeamMemberId: 'C-009' }]))
      const alone = await ann.run(['decide', 'since.csv', '--yes'])
      expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('it is a rule of the company')])
      await ann.run(['decide', 'since.csv', '--seal', 'since.xlsx', '--by', 'C-009'])
      const since = await ann.run(['decide', '--release', 'since.xlsx', '--by', 'M-043', '--yes'])
      expect(since.code, since.stderr).toBe(0)
      const sentSoFar = service.requests.length
      const refused = await bob.run(release('M-042'))
      expect([refused.code, service.requests.length]).toEqual([2, sentSoFar])
      expect(refused.stderr).toContain('seal is broken')
      expect(refused.stderr).toContain('A-2')
    })
  },
)
