import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Tests that need LibreOffice skip themselves without it, and say so. */
export const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

export interface Edit {
  /** Absolute path; saved under the same name. */
  file: string
  sheet: string
  /** Address → what a person types there. */
  cells: Readonly<Record<string, string>>
}

/** Types into cells of workbooks in LibreOffice, which reads what is typed by the cell's own format, and saves them. */
export function typeInto(edits: readonly Edit[]): void {
  const profile = mkdtempSync(join(tmpdir(), 'rwa-office-'))
  try {
    // The first start makes the profile, with an empty macro in it.
    start(profile, '--terminate_after_init')
    writeFileSync(join(profile, 'user/basic/Standard/Module1.xba'), toModule(edits))
    start(profile, 'macro:///Standard.Module1.Main')
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

function start(profile: string, argument: string): void {
  const { status, stderr } = spawnSync(
    'soffice',
    [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', '--norestore', argument],
    { encoding: 'utf8', timeout: 60_000 },
  )
  if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`)
}

function toModule(edits: readonly Edit[]): string {
  const lines = edits.flatMap(({ file, sheet, cells }) => [
    `document = StarDesktop.loadComponentFromURL(${quote(pathToFileURL(file).href)}, "_blank", 0, hidden())`,
    `sheet = document.Sheets.getByName(${quote(sheet)})`,
    ...Object.entries(cells).map(
      ([address, text]) => `sheet.getCellRangeByName("${address}").FormulaLocal = ${quote(text)}`,
    ),
    'document.store()',
    'document.close(True)',
  ])
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
