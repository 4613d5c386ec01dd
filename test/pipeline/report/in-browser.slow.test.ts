import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { writeReport } from '../../rooms/pipeline/report.ts'
import { chromiumPath, findFaintTexts, inChromium, launchChromium, measureWidth } from '../../sandbox/browser.ts'
import { manyFigures } from './figures.ts'

describe.skipIf(chromiumPath === undefined)(`the page of a report, ${inChromium}`, () => {
  it('asks nobody for anything, fits its window, can be read, and prints on A4 and Letter', {
    timeout: 120_000,
  }, async () => {
    const output = join(createFolder(), 'report.html')
    await writeReport({ output, figures: await manyFigures(), people: true, doneWord: 'scored' })
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 400, height: 900 } })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('request', (request) => complaints.push(request.url()))
    const address = pathToFileURL(output).href
    await page.goto(address)
    expect(complaints).toEqual([address])
    expect(await findFaintTexts(page)).toEqual([])
    for (const width of [400, 1_200]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await measureWidth(page)).toBe(width)
    }
    for (const format of ['A4', 'Letter']) {
      const pdf = await page.pdf({ format })
      expect((pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length).toBeLessThan(20)
    }
  })
})
