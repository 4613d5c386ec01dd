import { wordNote } from '../messages/catalogue.ts'
import type { RunEvent } from '../pipeline/model/events.ts'
import { type CodedText, type Logger, silentLogger } from '../support/logger.ts'
import { pageFace } from './user-messages.ts'

export function describeRunEvent(event: RunEvent): string | undefined {
  switch (event.kind) {
    case 'strain':
      return event.phase === 'ended' ? 'The service takes requests again.' : 'The service asks for a slower pace.'
    case 'held':
      return event.cause === 'unreachable' ? 'The service cannot be reached just now; it is tried again.' : undefined
    case 'waiting':
      return `${[...new Set(event.senders.map(({ name }) => name))].join(', ')} is sending some of these rows; this run waits for that.`
    case 'still':
      return 'Nothing has moved for a minute; the run goes on as soon as it can.'
    default:
      return undefined
  }
}

/** Collects warnings in the page's words, without repeats. */
export function createWarningCollector(notes: string[]): Logger {
  return teeWarnings(silentLogger, (note) => void (notes.includes(note) || notes.push(note)))
}

/** Logs everything for the person who started the program; passes warnings to the page too, in its words. */
export function teeWarnings(logger: Logger, note: (text: string) => void): Logger {
  const tee =
    (kind: 'warn' | 'error') =>
    (message: string, said?: CodedText): void => {
      logger[kind](message, said)
      const plain = wordNote(message, said, pageFace)
      if (plain !== '') note(plain.charAt(0).toUpperCase() + plain.slice(1))
    }
  return {
    debug: (...each) => logger.debug(...each),
    info: (...each) => logger.info(...each),
    warn: tee('warn'),
    error: tee('error'),
  }
}
