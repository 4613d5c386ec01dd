import { describe, expect, it } from 'vitest'
import { colourOfScore } from '../../rooms/messages.ts'
import { defaultSandboxConfig } from '../../rooms/sandbox.ts'
import { acmeToken, callAs, createFor, hire, holdClock, startForTest, trip } from '../fixture.ts'

describe('the report page', () => {
  it('shows every score as a bar with its number, and says that it is simulated', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const { reportUrl, assessmentId } = await createFor(call, trip)
    const answer = (await call('rwa_retrieve', { assessmentId })) as { data: { payrollTax: number } }
    const response = await fetch(reportUrl)
    const page = await response.text()
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page).toMatch(/<strong>Simulated\.<\/strong>/)
    expect(page.match(/class="bar"/g)).toHaveLength(5)
    const { payrollTax } = answer.data
    expect(page).toContain(`width:${payrollTax * 10}%;background:${colourOfScore(payrollTax)}"`)
    expect(page).toContain(`<td class="number">${answer.data.payrollTax.toFixed(1)}</td>`)
    expect(page).toContain('Cumulative permanent establishment')
    expect(page).not.toContain('Contractor misclassification')
    expect(page).not.toContain('http-equiv="refresh"')
  })

  it('shows the fields of a hire, and the decisions', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const { reportUrl, assessmentId } = await createFor(call, hire)
    await call('rwa_update', { assessmentId, status: 'Rejected', managerId: 'M-1', note: 'too long' })
    const page = await (await fetch(reportUrl)).text()
    expect(page).toContain('Contractor misclassification')
    expect(page).toContain('<dt>Urgency</dt><dd>Within 3 months</dd>')
    expect(page).not.toContain('Cumulative permanent establishment')
    expect(page).toMatch(/<strong>Rejected<\/strong> by M-1\s+<time>[^<]+<\/time><br>too long/)
  })

  it('refreshes itself until the scores are ready', async () => {
    const clock = holdClock()
    const sandbox = await startForTest({ clock, readyAfterMs: { min: 2000, max: 2000 } })
    const { reportUrl } = await createFor(callAs(sandbox, acmeToken), trip)
    const pending = await (await fetch(reportUrl)).text()
    expect(pending).toContain('<meta http-equiv="refresh" content="2">')
    expect(pending).toContain('Not ready yet')
    expect(pending).not.toContain('class="bar')
    clock.advance(2000)
    expect(await (await fetch(reportUrl)).text()).toContain('class="bar')
  })

  it('shows hostile text as text', async () => {
    const hostile = `<script>alert("1")</script>' onmouseover='x' &amp; {{7*7}}`
    const config = { ...defaultSandboxConfig, lists: { ...defaultSandboxConfig.lists, destination: [hostile] } }
    const sandbox = await startForTest({ config })
    const call = callAs(sandbox, acmeToken)
    const { reportUrl, assessmentId } = await createFor(call, { ...trip, employeeId: hostile, destination: hostile })
    await call('rwa_update', { assessmentId, status: 'Manager Approved', managerId: hostile, note: hostile })
    const response = await fetch(reportUrl)
    const page = await response.text()
    expect(page).not.toContain('<script')
    expect(page).not.toContain("' onmouseover='")
    expect(
      page.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;&#39; onmouseover=&#39;x&#39; &amp;amp;/g),
    ).toHaveLength(8)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  })

  it('brings nothing from elsewhere', async () => {
    const sandbox = await startForTest()
    const { reportUrl } = await createFor(callAs(sandbox, acmeToken), trip)
    expect(await (await fetch(reportUrl)).text()).not.toMatch(/<(script|link|img|iframe)|https?:|url\(|@import/)
  })

  it('does not exist for an unknown identifier', async () => {
    const sandbox = await startForTest()
    const { reportUrl } = await createFor(callAs(sandbox, acmeToken), trip)
    const response = await fetch(`${reportUrl}9`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('No such report')
  })
})
