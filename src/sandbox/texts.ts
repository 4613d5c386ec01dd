import { toMinute } from '../support/clock.ts'

/** Controls, separators of lines and paragraphs, and marks that change the reading direction. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const maxCharacters = 100

/**
 * Text from a request as one short line. A name with line breaks could otherwise add a header to the e-mail, or a
 * paragraph to its text.
 */
export function toShortLine(text: string): string {
  const line = text
    .replace(disruptive, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim()
  const characters = [...line]
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`
}

/** To the minute, e.g. `2026-02-08 09:00 UTC`. */
export function toUtcText(epochMs: number): string {
  return `${toMinute(epochMs)} UTC`
}
