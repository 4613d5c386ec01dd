import { readdirSync, readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import { expect, it } from 'vitest'
import { alterWorkbook, editWorkbook } from '../support/edit-workbook.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toXlsx, trip, trips } from '../support/trips.ts'

it('cells that were corrected in the result are counted, with the command that uses them', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write(
    'q3.xlsx',
    await toXlsx([...trips(3), trip('E-12', { 'Trip end': 'soon' }), trip('E-13', { Seniority: 'Mgr' })]),
  )
  await space.assess('q3.xlsx', '--no-wait')
  expect(service.created()).toHaveLength(3)
  const output = assessed('q3')
  await editWorkbook(space.path(output), [
    { sheet: 'Trips', row: 'E-12', values: { 'Trip end': '2026-03-20' } },
    { sheet: 'Trips', row: 'E-13', values: { Seniority: 'Mid' } },
  ])
  const again = await space.assess('q3.xlsx', '--no-wait')
  const [edited = ''] = readdirSync(space.path('output')).filter((name) => name.includes('.edited-'))
  expect(again.stderr).toContain(`2 cells of output/${edited} differ from q3.xlsx`)
  const command = /Next: if you corrected rows in \S+: rwa-batch (.*?); if not: /.exec(again.stderr)?.[1] ?? ''
  expect(command).toContain(`assess output/${edited}`)
  const used = await space.run([...command.split(' '), '--no-wait'])
  expect(service.created().slice(3).toSorted()).toEqual(['E-12', 'E-13'])
  expect(used.stderr).toContain('Written to output/q3.corrected.assessed.xlsx')

  const back = await space.assess('q3.xlsx', '--no-wait')
  expect(back.stderr).toContain(`last sent from output/${edited}: what was changed there is not in q3.xlsx`)
  expect(back.stderr).toContain(`Next: to go on with output/${edited}: rwa-batch assess output/${edited}`)
})

it('once nothing is wrong any more, the columns for what is wrong are as narrow as their headings', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('q3.xlsx', await toXlsx([trip('E-1'), trip('E-2', { 'Trip end': 'soon' })]))
  await space.assess('q3.xlsx', '--no-wait')
  const widths = async (file: string): Promise<number[]> => {
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.readFile(space.path(file))
    const sheet = workbook.getWorksheet('Trips')
    const headings = sheet?.getRow(1).values as string[]
    return ['Problem', 'What to do', 'Outcome'].map((name) => sheet?.getColumn(headings.indexOf(name)).width ?? 0)
  }
  expect(await widths(assessed('q3'))).toEqual([40, 40, 12])
  await editWorkbook(space.path(assessed('q3')), [{ sheet: 'Trips', row: 'E-2', values: { 'Trip end': '2026-03-20' } }])
  await space.assess(assessed('q3'), '-o', 'mended.xlsx')
  expect(await widths('mended.xlsx')).toEqual([12, 15, 12])
  // A width that a person gave stays.
  await alterWorkbook(space.path(assessed('q3')), (workbook) => {
    const sheet = workbook.getWorksheet('Trips')
    const headings = sheet?.getRow(1).values as string[]
    Object.assign(sheet?.getColumn(headings.indexOf('Problem')) ?? {}, { width: 25 })
  })
  await space.assess(assessed('q3'), '-o', 'again.xlsx')
  expect(await widths('again.xlsx')).toEqual([25, 15, 12])
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
