import { expect } from 'vitest'
import { terminalFace } from '../rooms/cli/output.ts'
import { type Message, wordMessage } from '../rooms/messages.ts'
import { pageFace } from '../rooms/web.ts'

/** Options, commands and environment variables: the page has buttons instead. */
export const commandLine = /‹|--\w|\bsame command\b|\brwa-batch\b(?!\.json)|\bRWA_[A-Z_]+/

/** A fact on each face, and where an action follows, sentences. */
export function expectWorded(said: Message): void {
  for (const face of [terminalFace, pageFace]) {
    const { text = '', hint = '' } = wordMessage(said, face) ?? {}
    expect(`${text}${hint}`, said.code).toMatch(/^\S.*\S$/s)
    expect(`${text} ${hint}`, said.code).not.toMatch(/undefined|\[object|\ufdd0|‹|\{[a-z-]|[[\]]/)
    if (hint !== '') expect(hint, said.code).toMatch(/^(?:[^a-z\s]|status --)/)
    if (face.kind === 'page') expect(`${text} ${hint}`).not.toMatch(commandLine)
  }
}
