import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { OpenSandbox } from '../rooms/sandbox.ts'
import { acmeToken, callAs, invitee } from './fixture.ts'

/** Messages in a folder, oldest first, as a mail program reads them. */
export async function readOutbox(folder: string): Promise<Email[]> {
  const files = (await readdir(folder)).toSorted()
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
}

/** The address in a message's text. */
export function linkOf(email: Email | undefined): string {
  const links = email?.text?.match(/^http:\S+$/gm) ?? []
  if (links.length !== 1) throw new Error(`${links.length} links in ${email?.text}`)
  return links[0] ?? ''
}

/** Invites through the interface, and gives the link of the e-mail. */
export async function inviteFor(sandbox: OpenSandbox, changes: object = {}): Promise<string> {
  const answer = await callAs(sandbox, acmeToken)('create_pending_user', { ...invitee, ...changes })
  const { response } = answer as { response?: { user_id: string } }
  if (response === undefined || sandbox.invitationsTo.kind !== 'outbox') throw new Error(JSON.stringify(answer))
  const file = join(sandbox.invitationsTo.folder, `${response.user_id}.eml`)
  return linkOf(await PostalMime.parse(await readFile(file)))
}
