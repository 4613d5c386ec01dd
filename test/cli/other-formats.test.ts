import { mkdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { oleFile, zip } from '../sheet/reading/workbook-parts.ts'
import { Workspace } from '../support/program.ts'

const ods = zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' })
const clicks =
  'In LibreOffice choose File, Save As, “Excel 2007-365 (.xlsx)”, in Excel File, Save As, “Excel Workbook (.xlsx)”; then use that file.'

/** With a `soffice` on the path, or with nothing there. */
function place(hasOffice: boolean): Workspace {
  const office = new Workspace()
  mkdirSync(office.path('bin'))
  if (hasOffice) office.write('bin/soffice', '')
  return new Workspace({ PATH: office.path('bin') })
}

it.each([
  ['trips.ods', ods, 'OpenDocument (.ods)'],
  ['trips.xls', oleFile('Root Entry', 'Workbook'), 'Excel 97-2003 (.xls)'],
])('%s: the two clicks are named in both programs', async (name, bytes, format) => {
  const space = place(false)
  space.write(name, bytes)
  const { code, stderr } = await space.run(['check', 'assess', name])
  expect(code).toBe(2)
  expect(stderr).toContain(`${name} is a workbook in the format ${format}, which is not read.\n${clicks}\n`)
  expect(stderr).not.toContain('soffice')
})

it('where LibreOffice is installed, the command is given, and replaces nothing', async () => {
  const space = place(true)
  space.write('my trips.ods', ods)
  const first = await space.run(['check', 'assess', 'my trips.ods'])
  const command = `soffice --headless --convert-to xlsx --outdir . 'my trips.ods'`
  expect(first.stderr).toContain(`LibreOffice does it, too: ${command}`)
  space.write('my trips.xlsx', '')
  const second = await space.run(['inspect', 'my trips.ods'])
  expect(second.stderr).toContain(`--outdir converted 'my trips.ods'`)
})
