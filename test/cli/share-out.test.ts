import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { summarySchemas } from '../help/summary-schema.ts'
import { sharedOut, shareOutDecisions } from '../rooms/app.ts'
import { readOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { type Ended, ledgerFile, Workspace } from '../support/program.ts'
import { readDecisions } from '../support/sandbox-decisions.ts'
import { answer, approve, assessManaged, findHeadingRow, listShared, readRawParts } from '../support/shared-out.ts'
import { TestSandbox } from '../support/test-sandbox.ts'

interface Balanced {
  balance: { state: string; rows: number }[]
}

describe.each([
  ['a file', false],
  ['a database', true],
] as const)('with %s as the ledger', (_, isDatabase) => {
  describe.skipIf(isDatabase && !hasPostgres)('what is shared out', () => {
    const server = isDatabase ? usePostgres() : { address: () => '' }
    let sandbox: TestSandbox
    let space: Workspace

    beforeAll(async () => {
      sandbox = await TestSandbox.start('1ms-2ms')
    })
    afterAll(() => sandbox.close())
    beforeEach(async () => {
      const ledger = isDatabase ? { RWA_LEDGER: server.address() } : undefined
      space = new Workspace({ ...sandbox.variables, ...ledger })
      if (ledger !== undefined) expect((await new Workspace().run(['ledger', 'init', ledger.RWA_LEDGER])).code).toBe(0)
      await assessManaged(space, ['Anna Meyer', 'Ben Ott', 'anna  MEYER', '', 'Ben Ott', 'Ben Ott'])
      const shared = await shareOut()
      expect(shared.code, shared.stderr).toBe(0)
    })

    const shareOut = (...options: string[]): Promise<Ended> =>
      space.run(['decide', 'out.xlsx', '--share-out', 'line  MANAGER', '--by', 'C-001', '-o', 'to', ...options])
    const collect = (folder = 'to', ...options: string[]): Promise<Ended> =>
      space.run(['decide', folder, '--answers', '--json', ...(options.length === 0 ? ['--dry-run'] : options)])
    const [anna, ben] = ['to/Anna Meyer.xlsx', 'to/Ben Ott.xlsx']
    const answersOf = ({ stdout }: Ended) =>
      summarySchemas.answers.parse(JSON.parse(stdout.split('\n')[0] ?? '')).answers
    const problemsOf = (ended: Ended): string[] => answersOf(ended).problems.map(({ code }) => code)
    const statesOf = ({ summary }: Ended): unknown =>
      Object.fromEntries((summary as unknown as Balanced).balance.map(({ state, rows }) => [state, rows]))

    it('is a workbook for each value, with its rows only; what comes back is one plan, sent as any', async () => {
      expect(listShared(space.path('to'))).toEqual(['Anna Meyer.xlsx', 'Ben Ott.xlsx', 'no Line manager.xlsx'])
      const parts = await readRawParts(space.path(anna))
      expect([...parts.keys()].filter((part) => /worksheets.[^/]+xml$/.test(part))).toEqual([
        'xl/worksheets/sheet1.xml',
      ])
      const all = [...parts.values()].join('\n')
      expect(all).toMatch(/E-0001[\s\S]*E-0003/)
      expect(all).not.toMatch(/Ben|Ott|E-000[2456]|Traveller [2456]|hidden="1"|definedName name="_rwa/)
      expect(all).toMatch(/C-001 asks you for a decision on each of these trips by \d+ \w+ \d{4}/)
      expect(parts.get('docprops/core.xml')).toMatch(/<dc:creator>rwa-batch<[\s\S]*lastModifiedBy>rwa-batch</)

      await answer(space.path(anna), approve)
      const ended = await collect('to', '--yes')
      expect([ended.code, ended.summary.outcomes], ended.stderr).toEqual([0, { decided: 2, skipped: 4 }])
      expect(ended.stderr).toContain('2 answers taken: 1 of 3 have answered all')
      expect(ended.stderr).toContain('not yet: Ben Ott (0 of 3 rows answered)')
      const again = await collect('to', '--yes')
      expect(again.summary.alreadyDone).toBe(2)

      const { stdout } = await space.run(['status', '--open'])
      expect(stdout).toContain('1 of 3 have answered all')
      expect(stdout).toMatch(
        / {4}Ben Ott: your decision on 3 trips is still missing. .* send the workbook back by \d+ \w+ \d{4}/,
      )
      expect(stdout).not.toContain('not yet: Anna')
      // Rows without a manager are missing, and no mail asks for them.
      expect(stdout).toContain('not yet: no Line manager')
      expect(stdout).not.toContain('no Line manager: your')
      const { summary } = await space.run(['status', 'out.xlsx', '--open', '--json'])
      const [share] = summarySchemas.shared.parse(summary).shared
      expect(share?.parts?.map(({ name, rows, answered }) => [name, rows, answered])).toEqual([
        ['Anna Meyer', 2, 2],
        ['Ben Ott', 3, 0],
        ['no Line manager', 1, 0],
      ])
      const log = await space.run(['status', '--attempts'])
      expect(log.stdout).toContain('6 rows in 3 workbooks by “Line manager”, asked for by C-001')
    })

    it('says once who decides, above the headings; rows in another order, or taken out, do no harm', async () => {
      await answer(
        space.path(ben),
        ({ get }, index) => {
          if (index !== 1) get('Decision').value = ['rejected', '', 'Manager approved'][index] ?? ''
        },
        (sheet, headings) => {
          sheet.getCell('B3').value = '0042'
          const [first, , third] = [1, 2, 3].map((at) => sheet.getRow(headings + at).values as string[])
          for (const [at, values = []] of [third, first, []].entries()) sheet.getRow(headings + 1 + at).values = values
        },
      )
      const ended = await collect('to', '--yes')
      expect([ended.code, ended.summary.outcomes], ended.stderr).toEqual([0, { decided: 2, skipped: 3 }])
      const decided = readDecisions(sandbox.dataFile).slice(-2)
      expect(decided.map(({ status, managerId }) => [status, managerId])).toEqual([
        ['Rejected', '0042'],
        ['Manager Approved', '0042'],
      ])
      expect(answersOf(ended).parts.find(({ name }) => name === 'Ben Ott')).toMatchObject({ rows: 3, answered: 2 })
    })

    it('is sealed and released as any sheet of decisions', async () => {
      await answer(space.path(anna), approve)
      const sealed = await space.run(['decide', 'to', '--answers', '--seal', 'plan.xlsx', '--by', 'C-001'])
      expect(sealed.code, sealed.stderr).toBe(0)
      const [, run = ''] = /run (\d+)/.exec(sealed.stderr) ?? []
      const released = await space.run(['decide', '--release', run, '--by', 'C-002', '--yes', '--json'])
      expect(released.summary.outcomes, released.stderr).toMatchObject({ decided: 2 })
    })

    it('takes equal answers once, and none of two that differ: each is named, with file, sheet and cell', async () => {
      await answer(space.path(anna), approve)
      copyFileSync(space.path(anna), space.path('to/Anna again.xlsx'))
      const same = await collect()
      expect([statesOf(same), problemsOf(same)]).toEqual([{ ready: 2, skipped: 4 }, []])
      expect(same.stderr).toContain('Anna Meyer came back 2 times: Anna again.xlsx, Anna Meyer.xlsx')
      await answer(space.path('to/Anna again.xlsx'), ({ get }, index) => {
        if (index === 1) get('Decision').value = 'Rejected'
      })
      const differ = await collect()
      expect([differ.code, statesOf(differ), problemsOf(differ)]).toEqual([
        3,
        { ready: 1, invalid: 1, skipped: 4 },
        ['answers-differ'],
      ])
      expect(differ.stderr).toMatch(
        /not taken: answers differ: Rejected \(Anna again.xlsx, Decisions![A-Z]+7\), Manager Approved \(Anna Meyer.xlsx, Decisions![A-Z]+7\)/,
      )
      // A person settles it in the sheet, and the same answers leave that as it is.
      const file = space.path('output/to.answers.xlsx')
      await answer(file, ({ get }) => {
        if (get('Decision').text.startsWith('answers differ')) get('Decision').value = 'Rejected'
      })
      expect(statesOf(await collect())).toEqual({ ready: 2, skipped: 4 })
      await answer(space.path(ben), approve)
      const more = await collect()
      expect(statesOf(more)).toEqual({ ready: 4, invalid: 1, skipped: 1 })
      const copies = readdirSync(space.path('output')).filter((name) => name.includes('.edited-'))
      expect(copies).toHaveLength(1)
      expect(more.stderr).toContain(`was changed since it was written: it is kept as ${space.path('output')}`)
    })

    it('takes no row of another, no second row of one reference that differs, and no edited identifier', async () => {
      await answer(space.path(anna), approve, (sheet, headings) => {
        const row = sheet.getRow(headings + 1).values as string[]
        sheet.addRow(row.map((value) => (value === 'Manager Approved' ? 'Rejected' : value)))
      })
      const { rows } = (await readOutput(space.path(anna), 'Decisions')).table('Decisions')
      expect(rows.length).toBeGreaterThan(0)
      await answer(space.path(ben), approve, (sheet, headings) => {
        const columns = sheet.getRow(headings)
        let at = 0
        columns.eachCell((cell, column) => {
          if (cell.text.endsWith('Assessment ID')) at = column
        })
        const [one, other] = [1, 2].map((line) => sheet.getRow(headings + line).getCell(at))
        const kept = one?.value
        if (one && other) [one.value, other.value] = [other.value, kept ?? null]
      })
      const exchanged = await collect()
      expect(problemsOf(exchanged).toSorted()).toEqual(['answer-edited', 'answer-edited', 'answers-differ'])
      expect(statesOf(exchanged)).toEqual({ ready: 2, invalid: 3, skipped: 1 })
      expect(exchanged.stderr).toMatch(/reference was edited: Manager Approved \(Ben Ott.xlsx, Decisions![A-Z]+6/)
    })

    it('takes no row that was copied from another’s workbook, nor one without a reference', async () => {
      let copied: unknown[] = []
      await answer(space.path(ben), ({ row }, index) => {
        if (index === 0) copied = row.values as unknown[]
      })
      await answer(space.path(anna), approve, (sheet, headings) => {
        const status = (sheet.getRow(headings).values as string[]).findIndex((text) => /Decision$/.test(text))
        copied[status] = 'Rejected'
        sheet.addRow(copied)
        sheet.addRow(copied.map((value, at) => (at === copied.length - 1 ? 'mine' : value)))
        expect(findHeadingRow(sheet)).toBe(headings)
      })
      const ended = await collect()
      expect(problemsOf(ended).toSorted()).toEqual(['answer-foreign', 'answer-unknown'])
      expect(ended.stderr).toMatch(/the trip is one of Ben Ott: Rejected \(Anna Meyer.xlsx, Decisions![A-Z]+8\)/)
      expect(statesOf(ended)).toEqual({ ready: 2, invalid: 2, skipped: 4 })
    })

    it('names a file of another quarter, and one that cannot be read; without an answer it says so', async () => {
      await assessManaged(space, ['Anna Meyer', 'Ben Ott'], 'next', 'F')
      const words = ['decide', 'next.out.xlsx', '--share-out', 'Line manager', '--by', 'C-001', '-o', 'next']
      expect((await space.run(words)).code).toBe(0)
      await answer(space.path(anna), approve)
      await answer(space.path('next/Ben Ott.xlsx'), approve)
      renameSync(space.path('next/Ben Ott.xlsx'), space.path('to/Ben.xlsx'))
      writeFileSync(space.path('to/answer.pdf'), '%PDF-1.7 yes')
      const ended = await collect()
      expect(problemsOf(ended).toSorted()).toEqual(['answers-other', 'answers-unread'])
      expect(ended.stderr).toMatch(
        /Ben.xlsx answers something else: workbook [0-9A-F]{6}-02 was shared out from \S*next.out.xlsx/,
      )
      expect([ended.code, statesOf(ended)]).toEqual([3, { ready: 2, invalid: 2, skipped: 4 }])
      mkdirSync(space.path('empty'))
      const none = await collect('empty')
      expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has no answer to what was shared out')])
      expect((await collect('nowhere')).code).toBe(2)
      // One workbook, from wherever it was saved.
      expect(statesOf(await collect('to/Anna Meyer.xlsx'))).toEqual({ ready: 2 })
    })

    it('takes no merged cells and no formula without a value for a decision, nor for none', async () => {
      await answer(space.path(ben), approve, (sheet, headings) => {
        const column = (sheet.getRow(headings).values as string[]).findIndex(
          (text) => /Decision$/.test(text) && !/Last/.test(text),
        )
        sheet.mergeCells(headings + 1, column, headings + 2, column)
        sheet.getRow(headings + 3).getCell(column).value = { formula: '1+1', date1904: false }
      })
      const ended = await collect()
      expect([ended.code, statesOf(ended)]).toEqual([3, { ready: 1, invalid: 2, skipped: 3 }])
      expect(ended.stderr).toContain('1 answer taken')
      expect(ended.stdout).toMatch(/\(merged cells [A-Z]+6:[A-Z]+7\)/)
    })

    it.skipIf(isDatabase)(
      'is the same by the library; another ledger takes what came back, and says what it cannot know',
      async () => {
        await answer(space.path(anna), approve)
        const where = { ledger: space.path(ledgerFile) }
        const [known] = await sharedOut(where)
        expect(known?.parts?.map(({ name, answered }) => [name, answered])).toEqual([
          ['Anna Meyer', 0],
          ['Ben Ott', 0],
          ['no Line manager', 0],
        ])
        const input = space.path('out.xlsx')
        const again = { ...where, input, heading: 'Line manager', by: 'C-001', folder: space.path('again') }
        expect((await shareOutDecisions(again)).code).toBe(known?.code)
        await expect(shareOutDecisions(again)).rejects.toMatchObject({ code: 'usage' })
        const strange = await collect('to', '--dry-run', '--ledger', space.path('other.sqlite'))
        expect(strange.stderr).toContain('who else was asked cannot be said')
        expect(answersOf(strange)).toMatchObject({ taken: 2, code: null })
      },
    )

    it('keeps people apart whose names differ by more than capitals and spaces, and gives each a sound file', async () => {
      const people = ['José', 'Jose', 'CON', '../up', 'a/b', 'a:b', ' . ', 'x'.repeat(200), '=1+1']
      await assessManaged(space, people, 'odd', 'G')
      const words = ['decide', 'odd.out.xlsx', '--share-out', 'Line manager', '--by', 'C-001', '-o', 'odd', '--json']
      const { summary, stderr } = await space.run(words)
      const { parts } = summarySchemas.shareOut.parse(summary)
      expect(
        parts?.map(({ rows }) => rows),
        stderr,
      ).toEqual(people.map(() => 1))
      expect(parts?.map(({ file }) => file).toSorted()).toEqual(listShared(space.path('odd')))
      expect(listShared(space.path('odd'))).toEqual([
        ...['-up.xlsx', '=1+1.xlsx', 'Jose.xlsx', 'José (2).xlsx', '_CON.xlsx', 'a-b (2).xlsx', 'a-b.xlsx'],
        ...['workbook.xlsx', `${'x'.repeat(80)}.xlsx`],
      ])
      expect((await space.run(['decide', 'odd', '--answers', '--dry-run'])).code).toBe(0)
    })

    it('is asked for by the account of this machine where no staff ID is given', async () => {
      const { code, stderr } = await space.run(['decide', 'out.xlsx', '--share-out', 'Line manager', '-o', 'plain'])
      expect([code, stderr]).toEqual([0, expect.stringContaining(`asked by ${userInfo().username}`)])
    })

    it('is refused for a folder with something in it, a column or a day that there is not, and an empty staff ID', async () => {
      for (const [options, said] of [
        [[], /is not empty: answers may be in it/],
        [['-o', 'new', '--due', '2020-01-01'], /“2020-01-01” is no day to come/],
        [['-o', 'new', '--share-out', 'Boss'], /headed “Boss”: there are Name, Line manager/],
        [['-o', 'new', '--by', ''], /staff ID is missing/],
      ] as const) {
        const { code, stderr } = await shareOut(...options)
        expect([code, stderr]).toEqual([2, expect.stringMatching(said)])
      }
      const unknown = await space.run(['decide', 'trips.csv', '--share-out', 'Line manager', '--by', 'C-001'])
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('knows no run of assess')])
      expect(existsSync(space.path('new'))).toBe(false)
    })
  })
})
