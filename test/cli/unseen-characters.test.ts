import { expect, it } from 'vitest'
import { readCsvOutput, readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, toXlsx, trip } from '../support/trips.ts'

const rows = [
  { Name: 'محمد علي', ...trip('E-\u202e321\u202c') },
  { Name: 'Zoë 👩‍💻', ...trip('E-2\ufe0f') },
  { Name: 'דוד כהן', ...trip('\u0415-3') },
  { Name: 'Ann', ...trip('E-4 ') },
]
const said = [
  'The id is sent as “E-321”, without the invisible characters of its cell: U+202E, U+202C.',
  'The id “E-2\ufe0f” is sent with the invisible characters in it: U+FE0F.',
  'The id “\u0415-3” holds letters of another alphabet: “Е” is Cyrillic.',
]

it('an ID with what nobody sees is pointed out before, and what was dropped stands in Corrections', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.xlsx', await toXlsx(rows))
  const checked = await space.run(['check', 'assess', 'trips.xlsx', '-o', 'checked.xlsx'])
  expect(checked.code).toBe(0)
  for (const text of said) expect(checked.stdout + checked.stderr).toContain(text)
  expect(checked.stdout + checked.stderr).not.toMatch(/[\u202c\u202e]|محمد|Zoë|דוד/)
  const marked = (await readOutput(space.path('checked.xlsx'), 'Problems')).table('Problems').rows
  expect(marked.map(({ problem }) => problem)).toEqual(said)

  const sent = await space.run(['assess', 'trips.xlsx', '-o', 'out.xlsx'])
  expect(sent.code).toBe(0)
  expect(service.created()).toEqual(['E-321', 'E-2\ufe0f', '\u0415-3', 'E-4'])
  const output = await readOutput(space.path('out.xlsx'), 'Corrections')
  expect(output.table('Corrections').rows).toMatchObject([
    { field: 'employeeId', value: 'E-\\u{202e}321', corrected: 'E-321', outcome: 'scored' },
  ])
  const problems = output.table('Problems').rows
  expect(problems.map(({ outcome, problem }) => [outcome, problem])).toEqual(said.map((text) => ['warning', text]))

  // A second start sends nothing, from a sheet without them as well: the ids are the same.
  space.write('trips.xlsx', await toXlsx([{ ...rows[0], ...trip('E-321') }, ...rows.slice(1)]))
  expect((await space.run(['assess', 'trips.xlsx', '-o', 'out.xlsx'])).code).toBe(0)
  expect(service.created()).toHaveLength(4)
  expect((await readOutput(space.path('out.xlsx'))).sheets).not.toContain('Corrections')
})

it('and in the file of problems beside a CSV output', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(rows))
  expect((await space.run(['assess', 'trips.csv', '-o', 'out.csv'])).code).toBe(0)
  const { rows: problems } = readCsvOutput(space.path('out.problems.csv'))
  expect(problems.map(({ problem }) => problem)).toEqual(said)
})
