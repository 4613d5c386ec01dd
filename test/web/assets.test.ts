import { expect, it } from 'vitest'
import { markColours, scoreSteps } from '../rooms/messages.ts'
import { readAssets } from '../rooms/web.ts'

it('the page is small: 150 kB of script, 25 kB of style; its colours are those of the report', () => {
  const assets = readAssets()
  expect(assets.get('/page.js')?.content.length).toBeLessThan(150_000)
  expect(assets.get('/page.css')?.content.length).toBeLessThan(25_000)
  const style = assets.get('/page.css')?.content
  for (const colour of [scoreSteps[5].colour, scoreSteps[5].dark, ...Object.values(markColours)])
    expect(style).toContain(colour)
})
