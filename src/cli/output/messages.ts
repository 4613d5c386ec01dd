import { appendFileSync } from 'node:fs'
import { styleText } from 'node:util'
import type { Logger } from '../../support/logger.ts'

export interface MessageOptions {
  quiet: boolean
  verbose: boolean
  logFile: string | undefined
  /** Replaces the token wherever it should turn up: the one sink for all text. */
  redact(text: string): string
  /** Takes a progress display away while a message is printed. */
  pauseDisplay(): void
}

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Messages for people, on standard error; all of them, with times, also in the log file. */
export function createMessages(options: MessageOptions): Logger {
  const shows: Readonly<Record<Level, boolean>> = {
    debug: options.verbose,
    info: !options.quiet,
    warn: true,
    error: true,
  }
  function say(level: Level, message: string): void {
    const text = options.redact(message)
    if (options.logFile !== undefined) {
      appendFileSync(options.logFile, `${new Date().toISOString()} ${level} ${text}\n`, { mode: 0o600 })
    }
    if (!shows[level]) return
    options.pauseDisplay()
    process.stderr.write(`${decorate(level, text)}\n`)
  }
  return {
    debug: (message) => say('debug', message),
    info: (message) => say('info', message),
    warn: (message) => say('warn', message),
    error: (message) => say('error', message),
  }
}

/** styleText itself keeps to NO_COLOR and to what the stream can show. */
function decorate(level: Level, text: string): string {
  if (level === 'error') return `${styleText('red', 'error:', { stream: process.stderr })} ${text}`
  if (level === 'warn') return `${styleText('yellow', 'warning:', { stream: process.stderr })} ${text}`
  return level === 'debug' ? styleText('dim', text, { stream: process.stderr }) : text
}
