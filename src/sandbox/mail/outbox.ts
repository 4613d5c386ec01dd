import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../support/errors.ts'
import { type Mail, type Mailer, type MailOutcome, toMessage } from './mailer.ts'

/**
 * Writes each message to `<folder>/<id>.eml`, for the owner only: its link grants access. Creates the folder when
 * needed.
 */
export function openOutbox(folder: string): Mailer {
  return {
    destination: { kind: 'outbox', folder },
    send: (mail) => writeMail(folder, mail),
    close: async () => {},
  }
}

async function writeMail(folder: string, mail: Mail): Promise<MailOutcome> {
  const file = join(folder, `${mail.id}.eml`)
  const partial = `${file}.partial`
  try {
    const content = await composeMail(mail)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(partial, content, { mode: 0o600 })
    await rename(partial, file)
    return { kind: 'sent' }
  } catch (error) {
    return { kind: 'failed', reason: `${folder} cannot be written (${codeOf(error) ?? 'unknown reason'})` }
  }
}

async function composeMail(mail: Mail): Promise<Buffer | string> {
  // Loaded with the first message: a run without messages does not wait for it.
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail(toMessage(mail))
  return message as Buffer
}
