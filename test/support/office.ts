import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const hasOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)

/** What somebody types into a cell. */
export interface Edit {
  sheet: string
  /** E.g. `F2`. */
  cell: string
  text: string
}

/** Lets LibreOffice open a workbook, type into its cells, and save it as .xlsx in another place. */
export async function editInOffice(file: string, target: string, edits: readonly Edit[]): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'rwa-office-'))
  try {
    writeMacro(profile, fillIn(file, target, edits))
    const place = `-env:UserInstallation=${pathToFileURL(profile)}`
    await run('soffice', [place, '--headless', '--norestore', 'macro:///Standard.Module1.FillIn'])
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

function fillIn(file: string, target: string, edits: readonly Edit[]): string {
  return [
    'Sub FillIn',
    '  Dim loading(0) As New com.sun.star.beans.PropertyValue',
    '  loading(0).Name = "Hidden"',
    '  loading(0).Value = True',
    '  Dim document As Object',
    `  document = StarDesktop.loadComponentFromURL(ConvertToURL(${quote(file)}), "_blank", 0, loading())`,
    ...edits.map(
      ({ sheet, cell, text }) =>
        `  document.Sheets.getByName(${quote(sheet)}).getCellRangeByName(${quote(cell)}).String = ${quote(text)}`,
    ),
    '  Dim storing(0) As New com.sun.star.beans.PropertyValue',
    '  storing(0).Name = "FilterName"',
    '  storing(0).Value = "Calc MS Excel 2007 XML"',
    `  document.storeToURL(ConvertToURL(${quote(target)}), storing())`,
    '  document.close(True)',
    'End Sub',
  ].join('\n')
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const libraries = 'http://openoffice.org/2000/library'

/** A user profile whose only macro library holds this module. */
function writeMacro(profile: string, source: string): void {
  const basic = join(profile, 'user', 'basic')
  mkdirSync(join(basic, 'Standard'), { recursive: true })
  const text = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  writeFileSync(
    join(basic, 'Standard', 'Module1.xba'),
    `${xml}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${text}\n</script:module>`,
  )
  writeFileSync(
    join(basic, 'Standard', 'script.xlb'),
    `${xml}<library:library xmlns:library="${libraries}" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
  )
  writeFileSync(
    join(basic, 'script.xlc'),
    `${xml}<library:libraries xmlns:library="${libraries}" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>`,
  )
}
