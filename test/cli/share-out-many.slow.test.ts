import { copyFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { summarySchemas } from '../help/summary-schema.ts'
import { readOutput } from '../support/outputs.ts'
import { type Ended, Workspace } from '../support/program.ts'
import { readDecisions } from '../support/sandbox-decisions.ts'
import { scale } from '../support/scale.ts'
import { seededRandom } from '../support/seeded-random.mjs'
import { answer, assessManaged, listShared, readRawParts } from '../support/shared-out.ts'
import { TestSandbox } from '../support/test-sandbox.ts'

const seed = Number(process.env['RWA_SEED'] ?? 20_261_129)
const [trips, managers] = scale({ full: [3_000, 40], short: [3_000, 40], quick: [300, 10] })
const mostSeconds = 30

const pad = (number: number, width = 2): string => String(number).padStart(width, '0')

it(`${trips} trips of ${managers} managers: no row in a wrong workbook, no answer lost, every fault named`, {
  timeout: 600_000,
}, async () => {
  const random = seededRandom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const sandbox = await TestSandbox.start('1ms-2ms')
  const space = new Workspace(sandbox.variables)
  const managerOf = Array.from({ length: trips }, () => `Manager-${pad(pick(managers))}-Ω`)
  await assessManaged(space, managerOf)
  await assessManaged(space, ['Manager-00-Ω', 'Manager-01-Ω'], 'next', 'F')
  await space.run(['decide', 'next.out.xlsx', '--share-out', 'Line manager', '--by', 'C-001', '-o', 'next'])
  const created = new Map(sandbox.created().map(({ id, input }) => [String(input['employeeId']), id]))

  let spent = 0
  const run = async (...words: string[]): Promise<Ended> => {
    const before = process.cpuUsage()
    const ended = await space.run(words)
    const { user, system } = process.cpuUsage(before)
    spent += (user + system) / 1_000_000
    return ended
  }
  const shared = await run('decide', 'out.xlsx', '--share-out', 'Line manager', '--by', 'C-001', '-o', 'to')
  expect(shared.code, shared.stderr).toBe(0)

  // Each workbook names its manager's trips, and nothing of the others.
  const files = listShared(space.path('to'))
  expect(files).toHaveLength(new Set(managerOf).size)
  for (const file of files) {
    const own = basename(file, '.xlsx')
    const text = [...(await readRawParts(space.path(`to/${file}`))).values()].join('\n')
    const named = (pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])].toSorted()
    expect(named(/Manager-\d\d/g)).toEqual([own.replace('-Ω', '')])
    const employees = managerOf.flatMap((manager, index) => (manager === own ? [`E-${pad(index + 1, 4)}`] : []))
    expect(named(/\bE-\d{4}\b/g)).toEqual(employees)
    expect(named(/\bTraveller \d+\b/g)).toEqual(employees.map((id) => `Traveller ${Number(id.slice(2))}`).toSorted())
    expect(named(/\b\d{13}x\d+\b/g)).toEqual(employees.map((id) => created.get(id)).toSorted())
    expect(text).not.toMatch(/state="(?:very)?hidden"/i)
  }

  // What came back: some undecided, some taken out; in four workbooks something is wrong.
  const [copies, exchanges, twice] = files
  let [answers, foreign] = [0, [] as unknown[]]
  const expected = new Map<string, string>()
  for (const file of files) {
    const isExchanged = file === exchanges
    const ids: string[] = []
    await answer(
      space.path(`to/${file}`),
      ({ row, get }, index) => {
        const id = get('Assessment ID').text
        const choice = ['Manager Approved', 'Rejected', ''][pick(3)] ?? ''
        get('Decision').value = isExchanged && index < 2 ? 'Rejected' : choice
        if (choice !== '' && !(isExchanged && index < 2)) expected.set(id, choice)
        if (isExchanged && index < 2) ids.push(id)
        if (file === twice && index === 0) get('Decision').value = 'Rejected'
        if (file === exchanges && index === 2) foreign = (row.values as unknown[]).slice()
      },
      (sheet, headings) => {
        sheet.getCell('B3').value = 'M-042'
        if (!isExchanged) return
        const column = (sheet.getRow(headings).values as string[]).findIndex((text) => /Assessment ID$/.test(text))
        for (const [at, id] of ids.toReversed().entries()) sheet.getRow(headings + 1 + at).getCell(column).value = id
      },
    )
  }
  await answer(
    space.path(`to/${copies}`),
    () => {},
    (sheet, headings) => {
      const column = (sheet.getRow(headings).values as string[]).findIndex(
        (text) => /Decision$/.test(text) && !/Last/.test(text),
      )
      foreign[column] = 'Rejected'
      sheet.addRow(foreign)
    },
  )
  copyFileSync(space.path(`to/${twice}`), space.path('to/again.xlsx'))
  await answer(space.path('to/again.xlsx'), ({ get }, index) => {
    if (index > 0) return
    get('Decision').value = 'Manager Approved'
    expected.delete(get('Assessment ID').text)
  })
  await answer(space.path('next/Manager-00-Ω.xlsx'), ({ get }) => (get('Decision').value = 'Rejected'))
  copyFileSync(space.path('next/Manager-00-Ω.xlsx'), space.path('to/other quarter.xlsx'))

  const before = await run('status', '--open')
  expect(before.stdout).toContain(`0 of ${files.length} have answered all`)
  const planned = await run('decide', 'to', '--answers', '--dry-run', '--json')
  const ended = await run('decide', 'to', '--answers', '--yes', '--json')
  const after = await run('status', '--open', '--json')

  const said = summarySchemas.answers.parse(JSON.parse(ended.stdout.split('\n')[0] ?? '')).answers
  expect(said.problems.map(({ code }) => code).toSorted()).toEqual([
    'answer-edited',
    'answer-edited',
    'answer-foreign',
    'answers-differ',
    'answers-other',
  ])
  for (const file of [copies, exchanges, twice, 'again.xlsx', 'other quarter.xlsx'])
    expect(
      said.problems.some(({ text }) => text.includes(file ?? '')),
      file,
    ).toBe(true)
  expect([planned.code, ended.code], ended.stderr).toEqual([3, 3])
  // Every answer is recorded as it was given, but for those that are named.
  const decided = new Map(readDecisions(sandbox.dataFile).map(({ assessmentId, status }) => [assessmentId, status]))
  expect([...decided].toSorted()).toEqual([...expected].toSorted())
  answers = said.taken
  expect(answers).toBe(expected.size)
  const [share] = summarySchemas.shared.parse(after.summary).shared.filter(({ folder }) => folder.endsWith('to'))
  expect(share?.parts?.reduce((sum, part) => sum + part.answered, 0)).toBe(expected.size + 1)
  const { rows } = (await readOutput(space.path('output/to.answers.decided.xlsx'), 'Decisions')).table('Decisions')
  expect(rows.length).toBeGreaterThan(trips)
  process.stderr.write(`five commands: ${spent.toFixed(1)} s of processor time (seed ${seed})\n`)
  expect(spent).toBeLessThan(mostSeconds)
  await sandbox.close()
})
