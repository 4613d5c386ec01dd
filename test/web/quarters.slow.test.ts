import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { prove } from '../support/proof.ts'
import { type MadeSheet, makeExport, makeTracker } from '../support/quarter-sheets.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { startWeb } from './page-client.ts'
import { Person } from './person-at-page.ts'

const keep = 'Also in later sheets'

describe.skipIf(chromiumPath === undefined)(`a quarter, ${inChromium}`, { timeout: 300_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function enter(args: readonly string[] = ['--concurrency', '32']) {
    const sandbox = await TestSandbox.spawn('1ms-2ms')
    onTestFinished(() => sandbox.close())
    const workspace = new Workspace(sandbox.variables)
    const opened = await openPage(workspace, args)
    await opened.person.page.getByRole('heading', { level: 1, name: 'Which sheet?' }).waitFor()
    return { ...opened, workspace, sandbox }
  }

  async function openPage(workspace: Workspace, args: readonly string[] = []) {
    const { running, url, origin } = await startWeb(workspace, args)
    const { page, complaints } = await openWatchedPage(browser, origin)
    onTestFinished(async () => {
      await page.close()
      expect(complaints).toEqual([])
    })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    return { person: new Person(page), running }
  }

  /** From the drop until all that one answer mends is mended. */
  async function answerTracker(person: Person, made: MadeSheet): Promise<Record<string, number>> {
    const { page } = person
    const [trips, cancelled, open] = [made.trips.length, made.cancelled.length, made.open.length]
    const rows = trips + made.titles + made.totals
    await person.drop('tracker Q1.xlsx', made.content)
    await person.press('Accept 4 guesses')
    await person.press(`Check ${rows} rows`)
    await page.getByText(new RegExp(`of ${trips} trips must be corrected`)).waitFor()
    expect(await person.counts()).toMatchObject({
      'all rows': rows,
      'to decide': cancelled + made.titles,
      'totals and notes': made.totals,
    })
    // Nothing goes on before a person has said what becomes of them.
    expect(await page.locator('button.main').innerText()).toBe(`Decide on ${cancelled} trips first`)
    await person.press(new RegExp(`^Leave out ${cancelled} `))
    await person.press(/^Leave out 3 .*EMEA, AMER, APAC$/)
    await person.press(/^Read \d+ dates like this$/)
    await person.type('Send this instead of (empty) in Benefits local market', 'No')
    await person.useIn('Benefits local market')
    await person.open('Seniority')
    await person.type('Send this instead of “Director” in Seniority', 'Senior')
    await person.useIn('Seniority')
    // Once for all columns of countries, each with what it is called in English.
    await person.open('Destination')
    await person.useIn('(?:Destination|Citizenship|Residency)')
    const sent = trips - cancelled - open
    await person.ready(sent)
    const counts = {
      'all rows': rows,
      'to correct': open,
      ready: sent,
      'left out by you': cancelled + made.titles,
      'totals and notes': made.totals,
    }
    expect(await person.counts()).toEqual(counts)
    await person.press(`Review ${sent} trips`)
    expect(await person.planned()).toEqual([sent, rows - sent, 0])
    await person.press(`Assess ${sent} trips`)
    return counts
  }

  /** Those whom nothing keeps from being sent. */
  function listSendable({ trips, cancelled, open }: MadeSheet): string[] {
    const away = new Set([...cancelled, ...open])
    return trips.filter((name) => !away.has(name)).toSorted()
  }

  it('a tracker made by hand, from drop to the first send; what says that it is cancelled is not sent', async () => {
    const made = await makeTracker()
    const { person, sandbox } = await enter()
    const { page } = person
    const { 'all rows': rows, ready, 'to correct': open } = await answerTracker(person, made)
    const { actions } = person
    await page.getByRole('heading', { level: 1, name: /assessed$/ }).waitFor({ timeout: 120_000 })
    expect(await page.locator('h1').innerText()).toBe('545 of 562 trips assessed')
    expect(await person.counts()).toEqual({
      'all rows': rows,
      assessed: ready,
      'to correct': open,
      'left out': made.cancelled.length + made.titles + made.totals,
    })
    expect(sandbox.employees().toSorted()).toEqual(listSendable(made))
    prove({
      area: 'Flow of the page',
      claim: 'a tracker of 621 trips made by hand: sent in at most 20 actions, 59 cancelled trips not',
      measured: `${actions}`,
      isKept: actions <= 20,
    })
  })

  it('killed in mid-run and gone on with, the tracker has all of its answers; no row twice, none that was left out', async () => {
    const made = await makeTracker()
    const { person, sandbox, workspace, running } = await enter(['--concurrency', '2'])
    const { ready = 0, ...others } = await answerTracker(person, made)
    await expect.poll(() => sandbox.count()).toBeGreaterThan(40)
    await person.page.close()
    running.child.kill('SIGKILL')
    await running.ended
    const first = sandbox.employees()
    expect(first.length).toBeLessThan(ready)
    const again = await openPage(workspace)
    const { page } = again.person
    await page.getByText('was interrupted').waitFor()
    await again.person.press(/^Go on with \d+ of \d+ rows$/)
    const [left = 0, notSent = 0, done = 0] = await again.person.planned()
    const [, waiting = '0'] = /scores of ([\d,]+) trips?/.exec(await page.locator('.tiles').innerText()) ?? []
    // What was on its way is a person's question, and neither sent nor done.
    const asked = notSent - (made.trips.length + made.titles + made.totals - ready)
    expect(left + done + Number(waiting) + asked).toBe(ready)
    expect([asked >= 0 && asked <= 2, done + Number(waiting) + asked >= first.length]).toEqual([true, true])
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Check' }).waitFor()
    expect(await again.person.counts()).toEqual({ ...others, ready })
    await again.person.press(`Review ${ready} trips`)
    await again.person.press(`Assess ${left} trips`)
    await page.getByRole('heading', { level: 1, name: /of 562 trips assessed$/ }).waitFor({ timeout: 120_000 })
    const created = sandbox.employees()
    const sendable = listSendable(made)
    const missing = sendable.filter((name) => !created.includes(name))
    prove({
      area: 'Flow of the page',
      claim:
        'a tracker with answers and rows left out, kill -9 in mid-run, gone on with: no row twice, none left out sent',
      measured: `${first.length} + ${created.length - first.length} created, ${asked} asked about`,
      isKept:
        new Set(created).size === created.length &&
        created.every((name) => sendable.includes(name)) &&
        missing.length <= asked,
    })
  })

  it('the next quarter of the same export, with what was said of the first; no count is another', async () => {
    const { person, sandbox } = await enter()
    const { page } = person
    const [first, next] = [makeExport(1), makeExport(2)]
    const rows = first.trips.length
    const sent = rows - first.open.length
    await person.drop('SAP Q1.csv', first.content)
    await person.press('Accept 6 guesses')
    await person.choose('Keep these answers for the next sheet with the same headings')
    await person.press('Check 1,243 rows')
    await person.tick(keep)
    await person.press(/^Read [\d,]+ dates like this$/)
    for (const [grade, meant] of Object.entries({ P1: 'Low', P3: 'Mid', M2: 'Senior', X1: 'Senior' }))
      await person.type(`Send this instead of “${grade}” in Seniority`, meant)
    await person.tick(keep)
    await person.useIn('Seniority')
    await person.type('Send this instead of “BUS” in Purpose', 'Work From Anywhere')
    await person.tick(keep)
    await person.useIn('Purpose')
    await person.open('Destination')
    await person.tick(keep)
    await person.useIn('(?:Destination|Citizenship|Residency)')
    await page.getByRole('radio', { name: '1,240 ready', exact: true }).waitFor()
    const counts = { 'all rows': rows, 'to correct': first.open.length, ready: sent }
    expect(await person.counts()).toEqual(counts)
    await person.press('Review 1,240 trips')
    const plan = [sent, rows - sent, 0]
    expect(await person.planned()).toEqual(plan)
    await person.press('Assess 1,240 trips')
    const firstActions = person.actions
    await page.getByRole('heading', { level: 1, name: /of 1,243 trips assessed$/ }).waitFor({ timeout: 120_000 })
    const accepted = sandbox.count()
    person.actions = 0
    await page.getByRole('button', { name: 'Home', exact: true }).first().click()
    await person.drop('SAP Q2.csv', next.content)
    await person.press('Check 1,243 rows')
    await page.getByRole('radio', { name: '1,240 ready', exact: true }).waitFor()
    // What the service refused of the first is a doubt now; nothing else is.
    const doubtful = await page.locator('.problems .doubtful summary').allInnerTexts()
    const refused = new TextDecoder()
      .decode(next.content)
      .split('\n')
      .slice(0, sent + 1)
      .filter((line) => line.includes(';HR;'))
    expect(doubtful.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([`${refused.length} Role type: “HR”`])
    expect(await person.counts()).toMatchObject(counts)
    await person.press('Review 1,240 trips')
    const { actions } = person
    expect(await person.planned()).toEqual(plan)
    await page.getByRole('button', { name: 'Assess 1,240 trips' }).click()
    await page.getByRole('heading', { level: 1, name: /assessed$/ }).waitFor({ timeout: 120_000 })
    const later = sandbox.created().slice(accepted)
    expect(new Set(later.map(({ input }) => input['pastTripsDuration'])).size).toBeGreaterThan(20)
    prove({
      area: 'Flow of the page',
      claim:
        'the next quarter of an export of 1,243 rows: from drop to Review in at most 3 actions, each count as before',
      measured: `${actions}, the first in ${firstActions}`,
      isKept: actions <= 3,
    })
  })
})
