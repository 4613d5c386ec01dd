import { expect, it } from 'vitest'
import { readAssets } from '../../src/web/assets.ts'

it('the page is small: 60 kB of script, 15 kB of style; its colours are those of the report', () => {
  const assets = readAssets()
  expect(assets.get('/page.js')?.content.length).toBeLessThan(60_000)
  expect(assets.get('/page.css')?.content.length).toBeLessThan(15_000)
  expect(assets.get('/page.css')?.content).toContain('.heat20{background:')
})
