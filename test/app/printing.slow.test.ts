import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runSheet } from '../../src/app/run-sheet.ts'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { zip } from '../sheet/xlsx/workbook-parts.ts'
import { hasLibreOffice, saveAs } from '../support/libre-office.ts'
import { startService, token } from '../support/service.ts'

const sample = new URL('../../samples/quarterly-review.xlsx', import.meta.url).pathname

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-print-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'pdf'))
  return folder
}

/** How many pages each sheet of a workbook takes on paper: all others are hidden, which are not printed. */
async function countPages(file: string, folder: string): Promise<Record<string, number>> {
  const parts = await readParts(file)
  const workbook = parts.get('xl/workbook.xml') ?? ''
  const names = [...workbook.matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, name = '']) => name)
  const files = names.map((name, index) => {
    const only = workbook
      .replaceAll(/<sheet [^>]*>/g, (tag) => {
        const shown = tag.replace(/ state="\w+"/, '')
        return tag.includes(`name="${name}"`) ? shown : shown.replace('<sheet ', '<sheet state="hidden" ')
      })
      // What has a print area is printed although it is hidden.
      .replaceAll(
        /<definedName name="_xlnm.Print_Area" localSheetId="(\d+)"[^>]*>[^<]*<\/definedName>/g,
        (area, place) => (Number(place) === index ? area : ''),
      )
      .replace(/<bookViews>.*<\/bookViews>/, '')
      .replace('<sheets>', `<bookViews><workbookView activeTab="${index}" firstSheet="${index}"/></bookViews><sheets>`)
    const alone = join(folder, `sheet-${index}.xlsx`)
    writeFileSync(alone, zip(Object.fromEntries([...parts, ['xl/workbook.xml', only]])))
    return alone
  })
  saveAs('pdf', files, join(folder, 'pdf'))
  const pages = files.map((_, index) => {
    const pdf = readFileSync(join(folder, 'pdf', `sheet-${index}.pdf`), 'latin1')
    return (pdf.match(/\/Type\s*\/Page\b/g) ?? []).length
  })
  return Object.fromEntries(names.map((name, index) => [name, pages[index] ?? 0]))
}

describe.skipIf(!hasLibreOffice)('the review of 60 rows on paper (skipped without soffice)', () => {
  it.each([
    ['a new workbook', true],
    ['a copy of their own', false],
  ])(
    'as %s takes four pages for its rows, and few for what is said of them',
    { timeout: 300_000 },
    async (_, newWorkbook) => {
      const folder = createFolder()
      const { baseUrl } = await startService()
      const [input, output] = [join(folder, 'review.xlsx'), join(folder, 'out.xlsx')]
      copyFileSync(sample, input)
      await runSheet('assess', { input, output, baseUrl, token, ledger: join(folder, 'ledger.sqlite'), newWorkbook })
      const pages = await countPages(output, folder)
      const { Results, 'Q2 2026': review, Summary, Problems, Decisions, Charts } = pages
      expect(Results ?? review).toBeLessThanOrEqual(4)
      expect([Problems, Charts]).toEqual([1, 1])
      expect(Summary).toBeLessThanOrEqual(2)
      expect(Decisions).toBeLessThanOrEqual(4)
    },
  )
})
