import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { composeInvitation, openOutbox } from '../../rooms/sandbox/mail.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { invitee, makeTemporaryFolder } from '../fixture.ts'
import { linkOf } from '../invitations.ts'

const link = 'http://127.0.0.1:65535/version-test/setup/AAAAAAAAAAAAAAAAAAAAAA'
const nowMs = Date.parse('2026-02-01T09:00:00.000Z')
const facts: Parameters<typeof composeInvitation>[0] = {
  company: 'Acme',
  invitation: invitee,
  userId: '1769936400000x123',
  link,
  createdAtMs: nowMs,
  expiresAtMs: nowMs + 7 * 86_400_000,
}

async function sendTo(folder: string, changes: Partial<Parameters<typeof composeInvitation>[0]> = {}): Promise<Email> {
  const mail = await composeInvitation({ ...facts, ...changes })
  expect(await openOutbox(folder).send(mail)).toEqual({ kind: 'sent' })
  return PostalMime.parse(await readFile(join(folder, `${mail.id}.eml`)))
}

describe('an invitation in the outbox', () => {
  it('says who invited whom as what, where to go and until when, and that it is the sandbox', async () => {
    const email = await sendTo(await makeTemporaryFolder())
    expect(email).toMatchObject({
      from: { name: 'Acme (rwa-batch sandbox)', address: 'no-reply@rwa-batch-sandbox.invalid' },
      to: [{ name: 'Ana Silva', address: 'ana@acme.example' }],
      subject: '[Sandbox] Acme invites you as Approver',
      messageId: '<1769936400000x123@rwa-batch-sandbox.invalid>',
      date: '2026-02-01T09:00:00.000Z',
      attachments: [],
    })
    expect(email.headers.find(({ key }) => key === 'date')?.value).toBe('Sun, 01 Feb 2026 09:00:00 +0000')
    expect(email.text?.trimEnd()).toBe(`SIMULATED.
This message comes from the rwa-batch sandbox, not from the real service.

Hello Ana Silva,

Acme has invited you to its compliance team as Approver.
Your staff ID there is C-002.

To set up your account, open:

${link}

The link works once, until 2026-02-08 09:00 UTC.
It opens on the computer that runs the sandbox, while it runs
(rwa-batch sandbox).`)
    for (const said of ['sandbox', 'Ana Silva', 'C-002', '2026-02-08 09:00 UTC', `href="${link}"`]) {
      expect(email.html).toContain(said)
    }
  })

  it('has its link in one piece for whoever opens the file in an editor', async () => {
    const folder = await makeTemporaryFolder()
    await sendTo(folder)
    expect(await readFile(join(folder, '1769936400000x123.eml'), 'utf8')).toContain(`\r\n${link}\r\n`)
  })

  it('is for the owner only, and nothing stays beside it', async () => {
    const folder = join(await makeTemporaryFolder(), 'new', 'outbox')
    await sendTo(folder)
    expect(await readdir(folder)).toEqual(['1769936400000x123.eml'])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, '1769936400000x123.eml'))).mode & 0o777).toBe(0o600)
  })

  it('shows names as text in its HTML', async () => {
    const invitation = { ...invitee, first_name: '<img src=x onerror=alert(1)>', last_name: '"&' }
    const { html } = await sendTo(await makeTemporaryFolder(), { invitation })
    expect(html).toContain('Hello &lt;img src=x onerror=alert(1)&gt; &quot;&amp;,')
    expect(html).not.toContain('<img')
  })

  it('gets no header, recipient or line from a name, whatever the name', async () => {
    const folder = await makeTemporaryFolder()
    const plain = await sendTo(folder)
    const name = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 150 }),
      fc
        .array(
          fc.constantFrom(
            '\r\n',
            '\n',
            '\r',
            'Bcc: ',
            'x@y.example',
            '<',
            '>',
            '"',
            ',',
            ';',
            ':',
            '(',
            '=?utf-8?Q?',
            '=0A',
            '?=',
            '\\',
            ' ',
            'é',
          ),
          { minLength: 1, maxLength: 30 },
        )
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(name, name, name, name, async (company, first_name, last_name, staff_id) => {
        const email = await sendTo(folder, { company, invitation: { ...invitee, first_name, last_name, staff_id } })
        expect(email.headers.map(({ key }) => key)).toEqual(plain.headers.map(({ key }) => key))
        expect(email.to).toMatchObject([{ address: invitee.email }])
        expect(email.from?.address).toBe(plain.from?.address)
        expect([email.cc, email.bcc, email.replyTo]).toEqual([undefined, undefined, undefined])
        expect(email.text?.split('\n')).toHaveLength(plain.text?.split('\n').length ?? 0)
        expect(linkOf(email)).toBe(link)
      }),
      { seed: 7, numRuns: 100 },
    )
  })

  it('fails with a reason when the folder cannot be written', async () => {
    const file = join(await makeTemporaryFolder(), 'a file')
    await writeFile(file, '')
    const outcome = await openOutbox(file).send(await composeInvitation(facts))
    expect(outcome).toEqual({ kind: 'failed', reason: `${file} cannot be written (EEXIST)` })
  })
})
