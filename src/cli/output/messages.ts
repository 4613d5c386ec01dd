import { appendFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { wordNote } from '../../messages/catalogue.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import { toIsoTime } from '../../support/clock.ts'
import { messageOf } from '../../support/errors.ts'
import type { CodedText, Logger } from '../../support/logger.ts'
import type { Host, Output } from '../host.ts'
import { toPlainLine } from './print.ts'
import { terminalFace } from './terminal-face.ts'

export interface MessageOptions {
  quiet?: boolean
  verbose?: boolean
  logFile?: string | undefined
  /** Replaces the token wherever it appears: all text passes through here. */
  redact?(text: string): string
  /** Removes a progress display while a message is printed. */
  pauseDisplay?(): void
}

type Level = 'debug' | 'info' | 'warn' | 'error'

export interface Messages extends Logger {
  logOnly(text: string): void
}

/** Writes messages to standard error, and all of them with times to the log file. */
export function createMessages({ stderr, clock }: Pick<Host, 'stderr' | 'clock'>, options: MessageOptions): Messages {
  const shows: Readonly<Record<Level, boolean>> = {
    debug: options.verbose === true,
    info: options.quiet !== true,
    warn: true,
    error: true,
  }
  let { logFile } = options
  /** A log failure is reported once and never stops a run. */
  function log(line: string): void {
    if (logFile === undefined) return
    try {
      appendFileSync(logFile, line, { mode: 0o600 })
    } catch (error) {
      const message = messageOf(toWriteError(error, logFile))
      logFile = undefined
      say('warn', `${message}; the run goes on without it`)
    }
  }
  function record(level: string, message: string, said?: CodedText): string {
    const worded = wordNote(message, said, terminalFace)
    const text = toPlainLine(options.redact?.(worded) ?? worded)
    log(`${toIsoTime(clock.now())} ${level} ${text}\n`)
    return text
  }
  function say(level: Level, message: string, said?: CodedText): void {
    const text = record(level, message, said)
    if (!shows[level]) return
    options.pauseDisplay?.()
    stderr.write(`${decorate(level, text, stderr)}\n`)
  }
  return {
    debug: (...note) => say('debug', ...note),
    info: (...note) => say('info', ...note),
    warn: (...note) => say('warn', ...note),
    error: (...note) => say('error', ...note),
    logOnly: (text) => void record('note', text),
  }
}

/** styleText follows NO_COLOR and the stream's capabilities by itself. */
function decorate(level: Level, text: string, stream: Output): string {
  if (level === 'error') return `${styleText('red', 'error:', { stream })} ${text}`
  if (level === 'warn') return `${styleText('yellow', 'warning:', { stream })} ${text}`
  return level === 'debug' ? styleText('dim', text, { stream }) : text
}
