import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, inChromium, launchChromium, measureWidth, openWatchedPage } from '../sandbox/browser.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { alterWorkbook, editWorkbook } from '../support/edit-workbook.ts'
import { Workspace } from '../support/program.ts'
import type { Service } from '../support/service.ts'
import { toCsv, toWorkbook, toXlsx, trip } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

const rows = Array.from({ length: 12 }, (_, index) => ({
  assessmentId: `A-E${index}`,
  employeeId: `E${index}`,
  destination: 'Portugal',
  overallTrip: index % 10,
  status: '',
  complianceTeamMemberId: '',
  managerId: '',
  cancelledByStaffId: '',
  note: '',
}))

describe.skipIf(chromiumPath === undefined)(`decisions and invitations ${inChromium}`, { timeout: 120_000 }, () => {
  let browser: Browser
  let service: Service
  const ends: (() => void)[] = []
  const keep = (end: () => void): void => void ends.push(end)

  beforeAll(async () => {
    browser = await launchChromium()
    service = await startDecisionService(undefined, keep)
  })
  afterAll(async () => {
    await browser.close()
    for (const end of ends.reverse()) end()
  })

  const decisionsSent = (): Record<string, unknown>[] => sentTo(service, 'rwa_update')

  /** A page over a workspace of its own, and what somebody does there, counted. */
  async function openDesk(secondPair = false) {
    const space = new Workspace(service.variables, keep)
    space.write('rwa-batch.json', JSON.stringify({ secondPair }))
    const { url, origin } = await startWeb(space)
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(url)
    let actions = 0
    const doing = async (action: Promise<unknown>): Promise<void> => {
      actions += 1
      await action
    }
    const click = (name: string | RegExp): Promise<void> =>
      doing(page.getByRole('button', { name, exact: true }).click())
    const type = (label: string | RegExp, text: string): Promise<void> => doing(page.getByLabel(label).fill(text))
    const choose = (name: string, content: string | Uint8Array): Promise<void> =>
      doing(
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }),
      )
    const seen = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()
    return { space, page, complaints, click, type, choose, doing, seen, actions: () => actions }
  }

  const expectGood = async (page: Page): Promise<void> => {
    expect(await findViolations(page)).toEqual([])
    await expect.poll(() => page.locator('h1').count()).toBe(1)
    // Whoever the service is, it is seen before anything is sent.
    await expect.poll(() => page.locator('header.top .tag').textContent()).toBe('TEST')
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toMatch(/--[a-z]{2}/)
    // People's words, and no names of fields.
    // The random name of a test's folder is no internal word.
    const text = (await page.getByRole('main').innerText()).replaceAll(/rwa-(?:cli|test)-\w+/g, '')
    expect(text).not.toMatch(/\b[a-z]+[A-Z][a-z]|[a-z]_[a-z]/)
  }

  it('a decision upload: filled in by keyboard, sealed by one, released by another, in 15 actions at most', async () => {
    const { page, complaints, click, type, choose, doing, seen, actions } = await openDesk(true)
    await click('Decisions')
    await expectGood(page)
    await choose('decisions.xlsx', await toWorkbook({ Decisions: rows }))
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    await expectGood(page)
    // Two by the space bar, then all: one decision for all of them by one wish, taken back by one.
    await page.getByRole('grid').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Apply to 2' }).waitFor()
    await doing(page.keyboard.press('Control+a'))
    await page.getByRole('button', { name: 'Apply to 12' }).waitFor()
    await doing(page.getByLabel('Decision', { exact: true }).selectOption('Compliance Approved'))
    await type('Compliance approver', 'C-001')
    await click('Apply to 12')
    await page.getByRole('button', { name: 'Review 12 decisions' }).waitFor()
    await expectGood(page)
    await click('Review 12 decisions')
    await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
    await expectGood(page)
    // One alone sends nothing here.
    await expect.poll(() => page.getByRole('button', { name: /^Record/ }).count()).toBe(0)
    await type('Your staff ID', 'C-001')
    await click('Seal 12 decisions for a second person')
    await page.getByRole('heading', { level: 1, name: 'Sealed: now a second person' }).waitFor()
    await expectGood(page)
    // The next step is another person's: who has sealed it is asked for nothing.
    await expect.poll(() => page.getByLabel('Your staff ID').filter({ visible: true }).count()).toBe(0)
    await doing(page.getByText('A colleague sits beside you?').click())
    await page.getByRole('gridcell', { name: 'Compliance Approved' }).first().waitFor()
    await expectGood(page)
    expect(decisionsSent()).toEqual([])
    // The second person cannot be the first.
    await page.getByLabel('Your staff ID').fill('c-001')
    await page.getByLabel('Type 12 to confirm').fill('12')
    await page.getByRole('button', { name: 'Record 12 decisions' }).click()
    await seen('C-001 has sealed this plan, and cannot release it as well')
    expect(decisionsSent()).toEqual([])
    await type('Your staff ID', 'M-042')
    await type('Type 12 to confirm', '12')
    await click('Record 12 decisions')
    await seen('12 of 12 decisions recorded')
    await seen(/^Sealed by C-001 and released by M-042 under the same account/)
    await expectGood(page)
    expect(decisionsSent()).toHaveLength(12)
    const download = page.waitForEvent('download')
    await click(/^Download /)
    expect((await download).suggestedFilename()).toMatch(/\.decided\.xlsx$/)
    expect(actions()).toBeLessThanOrEqual(15)
    // What is recorded is seen beside the next decision.
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    await page
      .getByRole('gridcell', { name: /^Compliance Approved · C-001 · \d{4}-\S+ · sealed and released$/ })
      .first()
      .waitFor()
    await page.setViewportSize({ width: 640, height: 360 })
    expect(await measureWidth(page)).toBeLessThanOrEqual(640)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('words of colleagues are proposed in their value lines, by whom the rows name, and not sent', async () => {
    const { page, complaints, click, choose, seen } = await openDesk()
    const words = ['genehmigt', 'approuvé', 'abgelehnt', 'genehmigt', 'aprobado', 'aprobado']
    const named = [
      { 'Compliance approver': 'C-001' },
      { Manager: 'M-1' },
      { Manager: 'M-1' },
      { 'Compliance approver': 'C-001' },
    ]
    const sheet = words.map((word, at) => ({
      assessmentId: `A-W${at}`,
      employeeId: `W${at}`,
      Entscheidung: word,
      'Compliance approver': '',
      Manager: '',
      ...(named[at] ?? named[at % 2]),
    }))
    const before = decisionsSent().length
    await click('Decisions')
    await choose('words.xlsx', await toWorkbook({ Decisions: sheet }))
    await seen('is not a decision of the service')
    const lineOf = (word: string) => page.getByLabel(`Send this instead of “${word}” in Decision`)
    for (const [word, meant] of [
      ['genehmigt', 'Compliance Approved'],
      ['approuvé', 'Manager Approved'],
      ['abgelehnt', 'Rejected'],
      // One row names compliance, another a manager.
      ['aprobado', ''],
    ] as const)
      await expect.poll(() => lineOf(word).inputValue()).toBe(meant)
    expect(decisionsSent()).toHaveLength(before)
    expect(await findViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('571 decisions by three rules in 25 actions at most', async () => {
    const { page, complaints, click, type, choose, doing, seen, actions } = await openDesk()
    const scored = Array.from({ length: 571 }, (_, index) => ({
      ...rows[0],
      assessmentId: `A-R${index}`,
      employeeId: `R${index}`,
      destination: ['Peru', 'Spain', 'Portugal'][index % 3] ?? '',
      overallTrip: ((index * 37) % 101) / 10,
    }))
    await click('Decisions')
    await choose('decisions.xlsx', await toWorkbook({ Decisions: scored }))
    await seen('571 of 571 trips')
    const chooseShown = async (count: number): Promise<void> => {
      await doing(page.getByRole('button', { name: `Choose all ${count} shown` }).click())
      await page.getByText(`${count} rows chosen`).waitFor()
    }
    const decideAs = async (status: string, count: number): Promise<void> => {
      if ((await page.getByLabel('Decision', { exact: true }).inputValue()) !== status) {
        await doing(page.getByLabel('Decision', { exact: true }).selectOption(status))
      }
      await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('')
      await type('Note', `by the rule of ${status}`)
      await click(`Apply to ${count}`)
      await seen(`${status} in ${count} rows.`)
      await page.getByText('0 rows chosen').waitFor()
    }
    const countIf = (isMeant: (score: number, destination: string) => boolean): number =>
      scored.filter(({ overallTrip, destination }) => isMeant(overallTrip, destination)).length
    // What is high is rejected; what is low is approved, but in Peru; the rest waits.
    const high = countIf((score) => score >= 7)
    await doing(page.getByLabel('Overall from').fill('7'))
    await chooseShown(high)
    await doing(page.getByLabel('Decision', { exact: true }).selectOption('Rejected'))
    await type('Manager', 'M-1')
    await decideAs('Rejected', high)
    await expectGood(page)
    const low = countIf((score, destination) => score < 4 && destination === 'Spain')
    await doing(page.getByLabel('Overall from').fill(''))
    await doing(page.getByLabel('below').fill('4'))
    await doing(page.getByLabel('Destination').selectOption('Spain'))
    await chooseShown(low)
    await doing(page.getByLabel('Decision', { exact: true }).selectOption('Compliance Approved'))
    await type('Compliance approver', 'C-001')
    await decideAs('Compliance Approved', low)
    await click('Show all rows')
    await doing(page.getByRole('radio', { name: `${571 - high - low} to decide` }).check())
    await chooseShown(571 - high - low)
    await decideAs('Pending', 571 - high - low)
    await click('Review 571 decisions')
    await type('Type 571 to confirm', '571')
    const before = decisionsSent().length
    await click('Record 571 decisions')
    await page.getByRole('heading', { level: 1, name: /recorded$/ }).waitFor({ timeout: 120_000 })
    const sent = decisionsSent().slice(before)
    const expected = scored.map(({ assessmentId, overallTrip: score, destination }) => [
      assessmentId,
      score >= 7 ? 'Rejected' : score < 4 && destination === 'Spain' ? 'Compliance Approved' : 'Pending',
    ])
    expect(new Map(sent.map(({ assessmentId, status }) => [assessmentId, status]))).toEqual(new Map(expected as []))
    expect(sent).toHaveLength(571)
    expect(sent.every(({ status, note }) => note === `by the rule of ${String(status)}`)).toBe(true)
    expect(actions()).toBeLessThanOrEqual(25)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('what is recorded after sealing breaks the seal, what is written in the sheet does not; the ledger shows what is sent', async () => {
    const desk = await openDesk()
    const { space, page, click, type, choose, seen } = desk
    const write = (name: string, status: string): void =>
      space.write(name, toCsv([{ assessmentId: 'A-70', status, managerId: status === 'Pending' ? '' : 'M-1' }]))
    const seal = async (plan: string): Promise<void> => {
      const { code, stderr } = await space.run(['decide', 'd.csv', '--seal', plan, '--by', 'C-001'])
      expect([code, stderr]).toEqual([0, expect.stringContaining('Sealed by C-001')])
    }
    write('d.csv', 'Rejected')
    await seal('plan.xlsx')
    await editWorkbook(
      space.path('plan.xlsx'),
      [{ sheet: 'Plan', row: 2, values: { status: 'Pending' } }],
      space.path('bad.xlsx'),
    )
    await click('Decisions')
    await choose('bad.xlsx', readFileSync(space.path('bad.xlsx')))
    await seen('the plan itself was changed since it was sealed')
    await expectGood(page)
    await expect.poll(() => page.getByRole('button', { name: /^Record/ }).count()).toBe(0)
    // A plan that only looks different is read from the ledger, without it too.
    await alterWorkbook(space.path('plan.xlsx'), (workbook) => {
      workbook.getWorksheet('Plan')?.eachRow((row) => row.eachCell((cell) => (cell.numFmt = ';;;"Pending"')))
    })
    await choose('plan.xlsx', readFileSync(space.path('plan.xlsx')))
    await page.getByRole('gridcell', { name: 'Rejected', exact: true }).waitFor()
    // While the second person reads it, a colleague decides.
    write('since.csv', 'Pending')
    expect((await space.run(['decide', 'since.csv', '--yes'])).code).toBe(0)
    const before = decisionsSent().length
    await type('Your staff ID', 'M-042')
    await type('Type 1 to confirm', '1')
    await click('Record 1 decision')
    await seen(/what is recorded was changed since the plan was sealed.*Last decision was “”, is “Pending”/)
    await expectGood(page)
    expect(decisionsSent()).toHaveLength(before)
    await expect.poll(() => page.getByText(/^Two people|^Sealed by/).count()).toBe(0)
    // The same from the list, which has it until it is dropped.
    await click('Decisions')
    await page.getByRole('button', { name: /^Look at it/ }).click()
    await seen('what is recorded was changed since the plan was sealed')
    await page.getByRole('button', { name: /^Drop/ }).click()
    await page.getByRole('button', { name: /^Yes, drop it/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Which decisions?' }).waitFor()
    await expect.poll(() => page.getByText('Waiting for a second person').count()).toBe(0)
    // Sealed while the page is open, and the sheet changed since.
    await seal('plan2.xlsx')
    write('d.csv', 'Pending')
    await seen('Waiting for a second person')
    await expectGood(page)
    await page.getByRole('button', { name: /^Look at it/ }).click()
    await seen('d.csv was changed since it was sealed, or is not on this computer')
    await seen(/^Look twice: the same account on this machine has sealed it/)
    await expectGood(page)
    // Who, how high, what, by whom, and what it replaces: without scrolling sideways.
    const edge = await page.getByRole('columnheader', { name: /^Replaces/ }).boundingBox()
    expect((edge?.x ?? Number.NaN) + (edge?.width ?? Number.NaN)).toBeLessThanOrEqual(1280)
    await page.getByRole('gridcell', { name: /^Pending · \d{4}-\d\d-\d\d \d\d:\d\d$/ }).waitFor()
    await type('Your staff ID', 'M-042')
    await type('Type 1 to confirm', '2')
    await click('Record 1 decision')
    await seen('the typed number is not 1: nothing was sent')
    await type('Type 1 to confirm', '1')
    await click('Record 1 decision')
    await page.getByRole('heading', { level: 1, name: /recorded$/ }).waitFor()
    await seen(/^Sealed by C-001 and released by M-042 under the same account/)
    await expectGood(page)
    expect(decisionsSent().slice(before)).toMatchObject([{ assessmentId: 'A-70', status: 'Rejected' }])
    const { stdout } = await space.run(['status', '--attempts'])
    expect(stdout).toMatch(/release {2}released: by M-042: seal \S+, sealed by C-001/)
    // One person who replaces it is told so.
    await click('Decisions')
    await choose('e.csv', toCsv([{ assessmentId: 'A-70', status: 'Manager Approved', managerId: 'M-1' }]))
    await click('Review 1 decision')
    await seen('1 of these were sealed under one staff ID and released under another')
    await page.close()
  })

  it('trips are assessed, decided on at once, and people invited, each after its number was typed', async () => {
    const { page, complaints, click, type, choose, seen } = await openDesk()
    await choose('trips.xlsx', await toXlsx([trip('E91'), trip('E92')]))
    await click('Check 2 rows')
    await click('Review 2 trips')
    await click('Assess 2 trips')
    await click('Portugal')
    await seen('Only Portugal')
    // What was chosen in one sheet is chosen in no other, nor what was looked at.
    for (const time of [1, 2]) {
      await click('Decisions')
      await click('Decide on what was just assessed')
      await page.getByRole('gridcell', { name: 'E91', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Apply to 0' }).waitFor()
      await page.getByRole('grid').focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Apply to 1' }).waitFor()
      if (time === 2) await expectGood(page)
    }
    await page.getByLabel('Decision', { exact: true }).selectOption('Rejected')
    await type('Manager', 'M-1')
    await click('Apply to 1')
    await click('Review 1 decision')
    await type('Type 1 to confirm', '1')
    const before = decisionsSent().length
    await click('Record 1 decision')
    await seen('1 of 1 decision recorded')
    await page.getByRole('gridcell', { name: 'decided', exact: true }).waitFor()
    await expect.poll(() => page.getByText('Only Portugal').count()).toBe(0)
    await expectGood(page)
    expect(decisionsSent().slice(before)).toMatchObject([
      { assessmentId: 'A-E91', status: 'Rejected', managerId: 'M-1' },
    ])

    await click('Invitations')
    await expectGood(page)
    const people = [{ first_name: 'Ada', last_name: 'Lee', email: 'ada@x.example', staff_id: 'C-9' }]
    await choose('staff.csv', toCsv(people))
    await click('Check 1 row')
    await expectGood(page)
    await click('Review 1 person')
    await expectGood(page)
    await type('Type 1 to confirm', '1')
    await click('Invite 1 person')
    await seen('1 of 1 person have their invitation')
    await expectGood(page)
    expect(sentTo(service, 'create_pending_user')).toMatchObject([{ staff_id: 'C-9' }])
    expect(complaints).toEqual([])
    await page.close()
  })
})
