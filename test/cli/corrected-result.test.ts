import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editWorkbook } from '../support/edit-workbook.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toXlsx, trip } from '../support/trips.ts'

it('cells that were corrected in the result are counted, with the command that uses them', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write(
    'q3.xlsx',
    await toXlsx([trip('E-1'), trip('E-2', { 'Trip end': 'soon' }), trip('E-3', { Seniority: 'Mgr' })]),
  )
  await space.assess('q3.xlsx', '--no-wait')
  expect(service.created()).toEqual(['E-1'])
  const output = assessed('q3')
  await editWorkbook(space.path(output), [
    { sheet: 'Trips', row: 'E-2', values: { 'Trip end': '2026-03-20' } },
    { sheet: 'Trips', row: 'E-3', values: { Seniority: 'Mid' } },
  ])
  const again = await space.assess('q3.xlsx', '--no-wait')
  const [edited = ''] = readdirSync(space.path('output')).filter((name) => name.includes('.edited-'))
  expect(again.stderr).toContain(`2 cells of output/${edited} differ from q3.xlsx`)
  const command = /Next: if you corrected rows in \S+: npx rwa-batch (.*?); if not: /.exec(again.stderr)?.[1] ?? ''
  expect(command).toContain(`assess output/${edited}`)
  await space.run([...command.split(' '), '--no-wait'])
  expect(service.created().toSorted()).toEqual(['E-1', 'E-2', 'E-3'])
})

it('a result that another program has only saved again is not called edited', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('q3.xlsx', await toXlsx([trip('E-1'), trip('E-2', { 'Trip end': 'soon' })]))
  await space.assess('q3.xlsx', '--no-wait')
  const before = readFileSync(space.path(assessed('q3')))
  await editWorkbook(space.path(assessed('q3')), [])
  expect(readFileSync(space.path(assessed('q3'))).equals(before)).toBe(false)
  const again = await space.assess('q3.xlsx', '--no-wait')
  expect(again.stderr).not.toContain('was changed')
  expect(again.stderr).toContain('is kept as output/q3.assessed.saved.xlsx')
  expect(readdirSync(space.path('output')).filter((name) => name.includes('.edited-'))).toEqual([])
})

it('an edit in our own columns alone is no correction of the input', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('q3.xlsx', await toXlsx([trip('E-1'), trip('E-2', { 'Trip end': 'soon' })]))
  await space.assess('q3.xlsx', '--no-wait')
  await editWorkbook(space.path(assessed('q3')), [{ sheet: 'Trips', row: 'E-2', values: { hint: 'seen' } }])
  const again = await space.assess('q3.xlsx', '--no-wait')
  expect(again.stderr).toContain('it is kept as ')
  expect(again.stderr).not.toContain('if you corrected')
})
