import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runSheet } from '../rooms/app.ts'
import { hasLibreOffice, saveAs } from '../support/libre-office.ts'
import { startService, token } from '../support/service.ts'

const sample = new URL('../../samples/quarterly-review.xlsx', import.meta.url).pathname

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-print-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'pdf'))
  return folder
}

/** How many pages a workbook takes on paper, as it is printed. */
function countPages(file: string, folder: string): number {
  saveAs('pdf', [file], join(folder, 'pdf'))
  const pdf = readFileSync(join(folder, 'pdf', 'out.pdf'), 'latin1')
  return (pdf.match(/\/Type\s*\/Page\b/g) ?? []).length
}

describe.skipIf(!hasLibreOffice)('the review of 60 rows on paper (skipped without soffice)', () => {
  // A new sheet of rows is wider than can be read on one page, and longer; theirs has a page setup of its own. One for each
  // other sheet, and none for decisions, which are filled in and not read.
  it.each([
    { as: 'a new workbook', newWorkbook: true, pages: 2 * 2 + 3 },
    { as: 'a copy of their own', newWorkbook: false, pages: 1 + 3 },
  ])('as $as takes $pages pages', { timeout: 300_000 }, async ({ newWorkbook, pages }) => {
    const folder = createFolder()
    const { baseUrl } = await startService()
    const [input, output] = [join(folder, 'review.xlsx'), join(folder, 'out.xlsx')]
    copyFileSync(sample, input)
    await runSheet('assess', { input, output, baseUrl, token, ledger: join(folder, 'ledger.sqlite'), newWorkbook })
    expect(countPages(output, folder)).toBe(pages)
  })
})
