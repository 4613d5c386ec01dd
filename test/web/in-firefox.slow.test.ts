import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { firefoxPath } from '../support/missing-tools.ts'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { Firefox } from './firefox.ts'
import { startWeb } from './page-client.ts'

const samples = new URL('../../samples/', import.meta.url).pathname

it.skipIf(firefoxPath === undefined)(
  'in Firefox the sample goes from drop to download in five actions',
  { timeout: 180_000 },
  async () => {
    const workspace = new Workspace()
    workspace.write('lists.json', readFileSync(join(samples, 'lists.json')))
    copyFileSync(join(samples, 'quarterly-review.xlsx'), workspace.path('quarterly-review.xlsx'))
    const { url } = await startWeb(workspace, ['--sandbox', '--lists', 'lists.json'])
    const firefox = await Firefox.launch(firefoxPath ?? '', workspace.path('firefox'))
    onTestFinished(() => firefox.close())
    await firefox.ask('WebDriver:Navigate', { url })
    await firefox.choose('input[type=file]', workspace.path('quarterly-review.xlsx'))
    await firefox.click('button.main', /^Check \d+ rows/)
    await firefox.click('button.main', /^Review \d+ trips/)
    await firefox.click('button.main', /^Assess \d+ trips/)
    const title = await firefox.until(
      "const { textContent } = document.querySelector('h1'); return /assessed$/.test(textContent) && textContent",
    )
    await firefox.click('button', /^Download the workbook/)
    let names: string[] = []
    while (!names.some((name) => name.endsWith('.xlsx')) || names.some((name) => name.endsWith('.part'))) {
      names = readdirSync(firefox.downloads)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(title).toBe('54 of 60 trips assessed')
    expect(names).toEqual(['quarterly-review.corrected.assessed.simulated.xlsx'])
    const { sheets } = await readOutput(join(firefox.downloads, names[0] ?? ''), 'Summary')
    expect(sheets).toContain('Summary')
  },
)
