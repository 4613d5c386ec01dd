import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenSandbox } from '../../rooms/sandbox.ts'
import {
  chromiumPath,
  findFaintTexts,
  findUnlabelledInputs,
  inChromium,
  launchChromium,
  measureWidth,
  openWatchedPage,
} from '../browser.ts'
import { acmeToken, callAs, createFor, hire, holdClock, startForTest, trip } from '../fixture.ts'
import { inviteFor, readOutbox } from '../invitations.ts'

const password = 'a long enough one'

describe.skipIf(chromiumPath === undefined)(inChromium, () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(sandbox: OpenSandbox, address: string) {
    const watched = await openWatchedPage(browser, new URL(sandbox.baseUrl).origin)
    await watched.page.goto(address)
    return watched
  }

  it('the form is filled in by keyboard, and the member is activated', async () => {
    const sandbox = await startForTest()
    const { page, complaints } = await open(sandbox, await inviteFor(sandbox))
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type(password)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Tab')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Confirm and activate my account')
    expect(sandbox.store.staff.isActivated('Acme', 'C-002')).toBe(false)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your account is set up' }).waitFor()
    expect(sandbox.store.staff.isActivated('Acme', 'C-002')).toBe(true)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('what is missing or too short does not leave the page', async () => {
    const sandbox = await startForTest()
    const { page, complaints } = await open(sandbox, await inviteFor(sandbox))
    let posts = 0
    page.on('request', () => posts++)
    const first = page.getByLabel('Password', { exact: true })
    for (const short of ['', 'short']) {
      await first.fill('')
      await first.pressSequentially(short)
      await page.getByRole('button').click()
      await expect.poll(() => page.locator('input:invalid').count()).toBe(2)
    }
    expect(posts).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('a slip is explained at its field and in a summary that leads there', async () => {
    const sandbox = await startForTest()
    const { page, complaints } = await open(sandbox, await inviteFor(sandbox))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password again').fill('another long one')
    await page.getByRole('button').click()
    await page.getByRole('alert').getByRole('link', { name: 'Enter the same password a second time.' }).click()
    const again = page.getByLabel('Password again')
    await expect.poll(() => page.title()).toBe('Error: Set up your account')
    await expect.poll(() => again.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => again.getAttribute('aria-describedby')).toBe('repeated-hint repeated-wrong')
    await expect
      .poll(() => page.locator('#repeated-wrong').textContent())
      .toBe('Enter the same password a second time.')
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('repeated')
    await expect.poll(() => again.inputValue()).toBe('')
    expect(await findFaintTexts(page)).toEqual([])
    expect(complaints).toEqual([])
    expect(sandbox.store.staff.isActivated('Acme', 'C-002')).toBe(false)
    await page.close()
  })

  const ready = { min: 0, max: 0 }
  const never = { min: 3_600_000, max: 3_600_000 }

  it.each([
    ['the form', ready, (sandbox: OpenSandbox) => inviteFor(sandbox)],
    ['an unknown link', ready, async (sandbox: OpenSandbox) => (await inviteFor(sandbox)).slice(0, -1)],
    ['the report of a trip', ready, async (sandbox: OpenSandbox) => (await decided(sandbox, trip)).reportUrl],
    ['the report of a hire', ready, async (sandbox: OpenSandbox) => (await decided(sandbox, hire)).reportUrl],
    ['a report that is not ready', never, async (sandbox: OpenSandbox) => (await decided(sandbox, trip)).reportUrl],
  ])(
    '%s is legible in light and dark, fits a phone, labels every input, brings nothing from elsewhere',
    async (_name, readyAfterMs, addressIn) => {
      const sandbox = await startForTest({ readyAfterMs, clock: holdClock() })
      const { page, complaints } = await open(sandbox, await addressIn(sandbox))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findFaintTexts(page)).toEqual([])
      }
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await measureWidth(page)).toBe(320)
      expect(await findUnlabelledInputs(page)).toEqual([])
      await expect.poll(() => page.locator('h1').count()).toBe(1)
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
      expect(complaints).toEqual([])
      await page.close()
    },
  )

  it('the e-mail is legible, and its button opens the form', async () => {
    const sandbox = await startForTest()
    const link = await inviteFor(sandbox)
    if (sandbox.invitationsTo.kind !== 'outbox') throw new Error('no outbox')
    const [email] = await readOutbox(sandbox.invitationsTo.folder)
    const { page, complaints } = await open(sandbox, 'about:blank')
    complaints.length = 0
    await page.setContent(email?.html ?? '')
    expect(await findFaintTexts(page)).toEqual([])
    await page.getByRole('link', { name: 'Set up your account' }).click()
    await page.getByRole('heading', { name: 'Set up your account' }).waitFor()
    expect(page.url()).toBe(link)
    expect(complaints).toEqual([])
    await page.close()
  })
})

async function decided(sandbox: OpenSandbox, body: object) {
  const call = callAs(sandbox, acmeToken)
  const created = await createFor(call, body)
  await call('rwa_update', {
    assessmentId: created.assessmentId,
    status: 'Rejected',
    managerId: 'M-1',
    note: 'too long',
  })
  return created
}
