import { type MessageCode, message, wordError, wordMessage, wordNote } from '../messages/catalogue.ts'
import type { Face } from '../messages/face.ts'
import { resultTitles } from '../messages/result-titles.ts'
import { operations } from '../operations/all.ts'
import type { RunEvent } from '../pipeline/model/events.ts'
import { BatchError, messageOf } from '../support/errors.ts'
import type { CodedText, Logger } from '../support/logger.ts'
import { pageLanguage } from './page-language.ts'

const titles: ReadonlyMap<string, string> = new Map(
  operations.flatMap(({ sheet }) => sheet.fields).map(({ name, about }) => [name, about.title]),
)

export interface PageError {
  message: string
  hint: string
}

/** The field's title; other names stay. */
export function toFieldTitle(name: string): string {
  return pageLanguage.translation?.fields[name] ?? titles.get(name) ?? name
}

/**
 * An error in the page's words; `label` replaces the path of the file, which only this program knows. The message of an
 * unexpected error is left out: it may hold anything.
 */
export function toPageError(error: unknown, file?: { path: string; label: string }): PageError {
  if (!(error instanceof BatchError) || error.code === 'defect') {
    return {
      message: sayOnPage('page-defect'),
      hint: error instanceof BatchError ? messageOf(error) : '',
    }
  }
  const name = (said: string): string => {
    const titled = said.replace(/\b[a-z]+[A-Z]\w*/g, (word) => resultTitles[word] ?? word)
    return file === undefined ? titled : titled.replaceAll(file.path, file.label)
  }
  const { text, hint } = wordError(error, pageFace)
  return { message: name(text), hint: name(hint) }
}

/** The stack without its message, which may hold anything. */
export function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is not an error was thrown'
  return [error.name, ...(error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [])].join('\n')
}

/** The page has buttons instead of options. */
export const pageFace: Face = {
  kind: 'page',
  option: (name) => name,
  field: toFieldTitle,
  get translation() {
    return pageLanguage.translation
  },
}

export function sayOnPage<Code extends MessageCode>(...said: Parameters<typeof message<Code>>): string {
  return wordMessage(message(...said), pageFace)?.text ?? ''
}

export function describeRunEvent(event: RunEvent): string | undefined {
  switch (event.kind) {
    case 'strain':
      return sayOnPage(event.phase === 'ended' ? 'service-recovered' : 'service-slow')
    case 'held':
      return event.cause === 'unreachable' ? sayOnPage('service-away') : undefined
    case 'waiting':
      return sayOnPage('rows-elsewhere', { senders: [...new Set(event.senders.map(({ name }) => name))] })
    case 'still':
      return sayOnPage('run-still')
    default:
      return undefined
  }
}

/** Asked in groups of their own, or told by Settings. */
const saidElsewhere: ReadonlySet<string | undefined> = new Set(['rows-cancelled', 'fixes-idle'])

/** Logs everything for the person who started the program; passes warnings to the page too, in its words. */
export function teeWarnings(logger: Logger, note: (text: string) => void): Logger {
  const tee =
    (kind: 'warn' | 'error') =>
    (message: string, said?: CodedText): void => {
      logger[kind](message, said)
      if (saidElsewhere.has(said?.code)) return
      const plain = wordNote(message, said, pageFace)
      // A name or an identifier stays as it is.
      if (plain !== '') note(plain.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()))
    }
  return {
    debug: (...each) => logger.debug(...each),
    info: (...each) => logger.info(...each),
    warn: tee('warn'),
    error: tee('error'),
  }
}
