import { describe, expect, it } from 'vitest'
import { writePage } from '../../rooms/pipeline/report.ts'
import { recorded } from '../figures/recorded.ts'
import { figuresOf, manyFigures } from './figures.ts'

const named = { people: true, doneWord: 'scored' }
const numbered = { people: false, doneWord: 'scored' }
const nasty = `<script>alert("1")</script>&'\u202e\u0000\ud800 onload=x`

describe('the report as a page', () => {
  it('runs and loads nothing, and forbids both to itself', async () => {
    const page = writePage(await manyFigures(), named)
    expect(page).not.toMatch(/<script|<link|<img|<iframe|<object|\bon\w+=|\sstyle=|@import|url\(|javascript:/i)
    expect(page).toContain("default-src 'none'; style-src 'sha256-")
  })

  it('is small enough for a mail, however much there is', async () => {
    expect(Buffer.byteLength(writePage(await manyFigures(), named))).toBeLessThan(300_000)
  })

  it('shows what people wrote as text, and links to http and https only', async () => {
    const bad = recorded({
      subject: nasty,
      company: nasty,
      reportUrl: `javascript:${nasty}`,
      request: { destination: nasty, employeeId: nasty },
      result: { overallTrip: 1, cumulativePeRiskLevel: nasty },
    })
    const good = recorded({ id: 2, subject: 'E2', reportUrl: `https://service.example/?a=1&b="${'x'.repeat(300)}` })
    const page = writePage(await figuresOf([bad, good]), named)
    expect(page).not.toContain('<script')
    expect(page).not.toContain('href="javascript')
    expect(page).not.toMatch(/[\x00\u202e\ud800]/)
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;')
    expect(page).toContain(`<a href="https://service.example/?a=1&#38;b=%22${'x'.repeat(300)}"`)
  })

  it('names nobody unless that is asked for', async () => {
    const history = [
      recorded({ subject: 'E-secret' }),
      {
        ...recorded({ id: 2, subject: null }),
        operation: 'decide',
        request: '{"status":"Rejected","managerId":"M-secret"}',
      },
    ]
    const page = writePage(await figuresOf(history), numbered)
    expect(page).not.toContain('secret')
    expect(page).toContain('<th scope="row">Person 1</th>')
    expect(page).toContain('Approver 1')
    expect(page).toContain('People are numbered, not named.')
    expect(writePage(await figuresOf(history), named)).toMatch(/E-secret[\s\S]*M-secret/)
  })

  it.each([
    ['https://service.example', ''],
    ['https://service.example/version-test', 'TEST: '],
    ['sandbox:/data', 'SIMULATED: '],
  ])('of %s says “%s” before all else', async (address, stamp) => {
    const page = writePage(await figuresOf([recorded({ address })]), named)
    expect(/<p class="stamp">(\w+: )?/.exec(page)?.[1] ?? '').toBe(stamp)
  })

  it('of nothing says so without failing', async () => {
    const page = writePage(await figuresOf([]), named)
    expect(page).toContain('<dt>Trips</dt><dd>0</dd>')
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('shows the same numbers as the figures', async () => {
    const figures = await manyFigures()
    const page = writePage(figures, named)
    expect(page).toContain(`<dt>Days abroad</dt><dd>${figures.days.toLocaleString('en')}</dd>`)
    const [first] = figures.countries
    expect(page).toContain(
      `<th scope="row">${first?.country}</th><td class="number">${first?.trips.toLocaleString('en')}</td>`,
    )
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })
})
