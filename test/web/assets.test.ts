import { expect, it } from 'vitest'
import { readAssets } from '../../src/web/assets.ts'

it('the page is small: 150 kB of script, 20 kB of style; its colours are those of the report', () => {
  const assets = readAssets()
  expect(assets.get('/page.js')?.content.length).toBeLessThan(150_000)
  expect(assets.get('/page.css')?.content.length).toBeLessThan(20_000)
  expect(assets.get('/page.css')?.content).toContain('.heat20{background:')
})
