import { describe, expect, it } from 'vitest'
import type { CellsReader, PersonRecords, RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import {
  attempt,
  claimOne,
  identified,
  invalid,
  type LoadChoices,
  load,
  sendAll,
  startOfTest,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { type AnyWorkspace, workspaceOf } from './suite.ts'

/** As a request of `decide`: it names no person. */
function decision(text: string): RowContent {
  const json = JSON.stringify({ text })
  return { kind: 'request', request: { json, identity: { text }, similarityKey: undefined, claims: [] } }
}

const left: RowContent = { kind: 'held', state: 'skipped', detail: '{}' }

/** In the tests a person stands in the first cell, and an identifier in the second. */
const readCells: CellsReader = ({ cells }) => {
  const [who, what] = (JSON.parse(cells) as { v: string }[]).map(({ v }) => v)
  return { people: who === undefined ? [] : [who], identifiers: what === undefined ? [] : [what] }
}

function brief({ submissions, rows, lines }: PersonRecords) {
  return {
    submissions: submissions.map(({ operation, request, identifier }) => [
      operation,
      JSON.parse(request).text ?? identifier,
    ]),
    rows: rows.map(({ file, rowNumber, state }) => [file, rowNumber, state]),
    lines: lines.length,
  }
}

const namesNobody = (): boolean => false

async function find(workspace: AnyWorkspace, person = 'E1') {
  return brief(await workspace.store.person(person, readCells, namesNobody))
}

async function decideOn(ledger: Ledger, identifier: string, text: string, choices: LoadChoices = {}): Promise<void> {
  const run = await load(ledger, [trip(text)], {
    operation: 'decide',
    file: `/${text}.csv`,
    orderKeys: [identifier],
    ...choices,
  })
  const [id = Number.NaN] = await submissionsOf(ledger, run)
  await ledger.submissions.settle(await claimOne(ledger, id), { to: 'done', identifier: '' }, attempt)
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describePerson(name: string, createStore: () => LedgerStore): void {
  describe(`all of one person in ${name}`, () => {
    it('has each trip with what was sent, what came back, its rows and its lines of the log', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const choices = { sheets: ['EMEA'], cells: [['E2'], ['E1', 'note']] }
      const run = await load(ledger, [trip('E2 May Peru'), trip('E1 March Spain')], choices)
      await ledger.runs.describeColumns(run, 0, '{"headings":["who"]}')
      await sendAll(ledger, run)
      const { submissions, rows, lines, earlier } = await workspace.store.person('E1', readCells, namesNobody)
      const [, id] = await submissionsOf(ledger, run)
      expect(submissions).toEqual([
        {
          id,
          operation: 'assess',
          address: 'https://example.test/version-test',
          company: 'default',
          state: 'scored',
          identifier: `R-${id}`,
          reportUrl: '',
          request: '{"text":"E1 March Spain"}',
          result: '{}',
          problemField: null,
          problem: null,
          rawAnswer: null,
          sentAt: startOfTest,
          acceptedAt: expect.any(Number),
          doneAt: expect.any(Number),
          sender: expect.stringContaining('@'),
        },
      ])
      expect(rows).toEqual([
        {
          runId: run,
          seq: 1,
          operation: 'assess',
          columns: '{"headings":["who"]}',
          cells: JSON.stringify([
            { t: 's', v: 'E1' },
            { t: 's', v: 'note' },
          ]),
          file: '/trips.csv',
          sheet: 'EMEA',
          rowNumber: 3,
          readAt: startOfTest,
          reader: expect.stringContaining('@'),
          output: null,
          state: 'scored',
          warnings: null,
          detail: null,
        },
      ])
      expect(lines.map(({ operation, rowNumber }) => [operation, rowNumber])).toEqual([
        ['create', 3],
        ['create', 3],
      ])
      expect(earlier).toEqual([])
    })

    it('has the decisions on these trips, and not those on the trips of others or at another address', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [trip('E1 March Spain'), trip('E2 May Peru')])
      await sendAll(ledger, run)
      const [mine, other] = await submissionsOf(ledger, run)
      await decideOn(ledger, `R-${mine}`, 'Approved')
      await decideOn(ledger, `R-${mine}`, 'Rejected', { company: 'globex' })
      await decideOn(ledger, `R-${other}`, 'Other')
      await decideOn(ledger, `R-${mine}`, 'Elsewhere', { address: 'https://else.test/version-test' })
      const found = await find(workspace)
      expect(found.submissions).toEqual([
        ['assess', 'E1 March Spain'],
        ['decide', 'Approved'],
        ['decide', 'Rejected'],
      ])
      expect(found.rows.map(([file]) => file)).toEqual(['/trips.csv', '/Approved.csv', '/Rejected.csv'])
    })

    it('has no decision on the trip of another, in one sheet that names both people', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [trip('E1 March Spain'), trip('E2 May Peru')])
      await sendAll(ledger, run)
      const [mine, other] = await submissionsOf(ledger, run)
      const decisions = await load(ledger, [decision('Approved'), decision('Rejected')], {
        operation: 'decide',
        file: '/decisions.csv',
        orderKeys: [`R-${mine}`, `R-${other}`],
        cells: [
          ['E1', `R-${mine}`],
          ['E2', `R-${other}`],
        ],
      })
      for (const id of await submissionsOf(ledger, decisions)) {
        await ledger.submissions.settle(
          await claimOne(ledger, id ?? Number.NaN),
          { to: 'done', identifier: '' },
          attempt,
        )
      }
      expect((await find(workspace)).submissions).toEqual([
        ['assess', 'E1 March Spain'],
        ['decide', 'Approved'],
      ])
      expect((await find(workspace, 'E2')).submissions).toEqual([
        ['assess', 'E2 May Peru'],
        ['decide', 'Rejected'],
      ])
      for (const each of [run, decisions])
        await ledger.runs.end(each, { now: startOfTest, ending: 'done', output: undefined })
      const survey = await ledger.forgetting.survey({ people: ['E1'], readCells })
      expect([survey.submissions, survey.rows]).toEqual([2, 2])
    })

    it('has rows that were not sent, by their cells: of the person, or of an assessment of theirs', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [trip('E1 March Spain')])
      await sendAll(ledger, run)
      const [mine] = await submissionsOf(ledger, run)
      await load(ledger, [invalid, left, invalid, invalid], {
        operation: 'decide',
        file: '/decisions.csv',
        cells: [['E1'], ['', `R-${mine}`], ['E2'], ['', 'R-999']],
      })
      await load(ledger, [invalid], { operation: 'decide', file: '/keys.csv', orderKeys: [`R-${mine}`], cells: [[]] })
      expect((await find(workspace)).rows).toEqual([
        ['/trips.csv', 2, 'scored'],
        ['/decisions.csv', 2, 'invalid'],
        ['/decisions.csv', 3, 'skipped'],
        ['/keys.csv', 2, 'invalid'],
      ])
    })

    it('has what is known by its identifier alone, when its row names the person', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await load(ledger, [identified('R-77'), identified('R-78')], { cells: [['E1'], ['E2']] })
      await decideOn(ledger, 'R-77', 'Approved')
      expect((await find(workspace)).submissions).toEqual([
        ['assess', 'R-77'],
        ['decide', 'Approved'],
      ])
    })

    it('compares whole identifiers as they are written, but for spaces around them and their Unicode form', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      await load(ledger, [
        trip('E1 March Spain'),
        trip('E11 March Spain'),
        trip('e1 March Spain'),
        trip('Zo\u00eb May Peru'),
      ])
      expect((await find(workspace)).submissions).toEqual([['assess', 'E1 March Spain']])
      expect((await find(workspace, ' Zoe\u0308 ')).submissions).toEqual([['assess', 'Zo\u00eb May Peru']])
      expect(await find(workspace, 'E')).toEqual({ submissions: [], rows: [], lines: 0 })
      expect(await find(workspace, "E1' OR '1' = '1")).toEqual({ submissions: [], rows: [], lines: 0 })
    })

    it('has more rows than a page of those that cannot be read', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const contents = Array.from({ length: 2_001 }, () => invalid)
      await load(ledger, contents, { cells: contents.map((_, index) => [`E${index % 1_000}`]) })
      expect((await find(workspace)).rows.map(([, row]) => row)).toEqual([3, 1_003])
    })

    it('has the rows of a run that waits, with the states and requests that are there, not the planned ones', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [trip('E1 March Spain')])
      await sendAll(ledger, run, 'rejected')
      await load(ledger, [trip('E1 March Spain'), trip('E1 May Peru')], { waits: true, file: '/waits.csv' })
      const { rows, submissions } = await find(workspace)
      expect(rows).toEqual([
        ['/trips.csv', 2, 'rejected'],
        ['/waits.csv', 2, 'rejected'],
        ['/waits.csv', 3, 'ready'],
      ])
      expect(submissions.map(([, text]) => text)).toEqual(['E1 March Spain', 'E1 May Peru'])
    })

    it('also says what this person did, or stands for, in what is about others', async () => {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const run = await load(ledger, [trip('E1 March Spain'), trip('E2 May Peru')], { cells: [['E1'], ['C9']] })
      const [first] = await submissionsOf(ledger, run)
      await sendAll(ledger, run)
      await decideOn(ledger, `R-${first}`, 'E3 C9 yes')
      await ledger.attempts.disclose({ operation: 'audit', at: 5, detail: '{"by":"C9"}' })
      const isNamed = (json: string): boolean => json.includes('C9')
      const { acts, submissions } = await workspace.store.person('C9', () => ({ people: [], identifiers: [] }), isNamed)
      expect(submissions).toEqual([])
      expect(acts.submissions.map(({ request }) => JSON.parse(request).text)).toEqual(['E3 C9 yes'])
      expect(acts.rows.map(({ file, rowNumber }) => [file, rowNumber])).toEqual([['/trips.csv', 3]])
      expect(acts.statements).toMatchObject([{ operation: 'audit', detail: '{"by":"C9"}', file: null }])
    })

    it('of no ledger says that there is none', async () => {
      await expect(createStore().person('E1', readCells, namesNobody)).rejects.toThrow('there is no ledger')
    })
  })
}
