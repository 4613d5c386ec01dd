import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Tests that need LibreOffice are skipped without it. */
export const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0
if (!hasLibreOffice) console.warn('There is no LibreOffice (soffice) here: its tests are skipped.')

/** Its own for each process that runs tests: two programs cannot share one. The first start makes it, in seconds. */
let madeProfile: string | undefined

function profileFolder(): string {
  if (madeProfile === undefined) {
    madeProfile = mkdtempSync(join(tmpdir(), 'rwa-office-'))
    start(madeProfile, '--terminate_after_init')
  }
  return madeProfile
}

export interface Edit {
  /** Absolute path; saved under the same name. */
  file: string
  sheet: string
  /** Address → what a person types there. */
  cells: Readonly<Record<string, string>>
}

/** Types into cells of workbooks in LibreOffice, which reads what is typed by the cell's own format, and saves them. */
export function typeInto(edits: readonly Edit[]): void {
  runBasic(
    edits.flatMap(({ file, sheet, cells }) =>
      inDocument(file, [
        `sheet = document.Sheets.getByName(${quote(sheet)})`,
        ...Object.entries(cells).map(
          ([address, text]) => `sheet.getCellRangeByName("${address}").FormulaLocal = ${quote(text)}`,
        ),
      ]),
    ),
  )
}

/** Sorts the rows of a table or of a sheet's filter in LibreOffice by one of its columns, as a person would, and saves it. */
export function sortTable(
  file: string,
  sheet: string,
  { column, isDescending }: { column: number; isDescending: boolean },
): void {
  runBasic(
    inDocument(file, [
      `sheet = document.Sheets.getByName(${quote(sheet)})`,
      'If document.DatabaseRanges.Count > 0 Then',
      'area = document.DatabaseRanges.getByIndex(0)',
      'Else',
      'area = document.getPropertyValue("UnnamedDatabaseRanges").getByTable(sheet.RangeAddress.Sheet)',
      'End If',
      'Dim field(0) As New com.sun.star.table.TableSortField',
      `field(0).Field = ${column}`,
      `field(0).IsAscending = ${isDescending ? 'False' : 'True'}`,
      'Dim order(1) As New com.sun.star.beans.PropertyValue',
      'order(0).Name = "SortFields"',
      'order(0).Value = field()',
      'order(1).Name = "ContainsHeader"',
      'order(1).Value = True',
      'area.ReferredCells.sort(order())',
    ]),
  )
}

/** Opens files in LibreOffice and saves each in another format, in another folder. */
export function saveAs(format: string, files: readonly string[], folder: string): void {
  // Many at once, since starting takes seconds; not all, since one that ends it takes the others along.
  for (let at = 0; at < files.length; at += 25) {
    start(profileFolder(), '--convert-to', format, '--outdir', folder, ...files.slice(at, at + 25))
  }
}

function inDocument(file: string, lines: readonly string[]): string[] {
  const open = `document = StarDesktop.loadComponentFromURL(${quote(pathToFileURL(file).href)}, "_blank", 0, hidden())`
  return [open, ...lines, 'document.store()', 'document.close(True)']
}

function runBasic(lines: readonly string[]): void {
  const profile = profileFolder()
  // The first start has put an empty macro there.
  writeFileSync(join(profile, 'user/basic/Standard/Module1.xba'), toModule(lines))
  start(profile, 'macro:///Standard.Module1.Main')
}

function start(profile: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(
    'soffice',
    [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', '--norestore', ...args],
    { encoding: 'utf8', timeout: 180_000 },
  )
  if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`)
}

function toModule(lines: readonly string[]): string {
  const source = [
    'Sub Main',
    'Dim hidden(0) As New com.sun.star.beans.PropertyValue',
    'hidden(0).Name = "Hidden"',
    'hidden(0).Value = True',
    ...lines,
    'End Sub',
  ].join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${escapeXml(source)}</script:module>
`
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `"${line.replaceAll('"', '""')}"`)
    .join(' & Chr(10) & ')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
