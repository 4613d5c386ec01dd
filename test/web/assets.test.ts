import { expect, it } from 'vitest'
import { markColours, scoreSteps } from '../rooms/messages.ts'
import { pageLanguages, readAssets } from '../rooms/web.ts'

it('the page is small: 150 kB of script, 25 kB of style; its colours are those of the report', () => {
  const assets = readAssets()
  for (const language of pageLanguages) {
    const script = ['/page.js', '/texts.js'] as const
    expect(script.map((path) => assets.get(path)?.contentIn(language)).join('').length).toBeLessThan(150_000)
    expect(script.map((path) => assets.get(path)?.contentIn(language).length ?? 0)).not.toContain(0)
    expect(assets.get('/')?.contentIn(language)).toContain(`<html lang="${language}">`)
    expect(assets.get('/texts.js')?.contentIn(language)).toContain(`"language":"${language}"`)
  }
  const style = assets.get('/page.css')?.contentIn()
  expect(style?.length).toBeLessThan(25_000)
  for (const colour of [scoreSteps[5].colour, scoreSteps[5].dark, ...Object.values(markColours)])
    expect(style).toContain(colour)
})
