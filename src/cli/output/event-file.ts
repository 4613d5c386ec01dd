import { closeSync, openSync, writeSync } from 'node:fs'
import { escapeCodes } from '../../messages/show-codes.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import { toIsoTime } from '../../support/clock.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import type { Host } from '../host.ts'
import type { EventLine } from './run-events.ts'

export interface EventFile {
  /** False without `--events`. */
  isOpen: boolean
  add(line: EventLine): void
  close(): void
}

/**
 * Opens the target of `--events`: appends to a file, or writes to standard output for `-`. A write failure is reported
 * once and never stops a run.
 * @throws BatchError `surroundings` when the file cannot be opened.
 */
export function openEventFile(
  { stdout, clock }: Pick<Host, 'stdout' | 'clock'>,
  file: string | undefined,
  { redact, warn }: { redact(text: string): string; warn(message: string): void },
): EventFile {
  if (file === undefined) return { isOpen: false, add() {}, close() {} }
  const handle = file === '-' ? undefined : openFile(file)
  let isBroken = false
  return {
    isOpen: true,
    add({ event, ...facts }) {
      if (isBroken) return
      const json = JSON.stringify({ time: toIsoTime(clock.now()), event, ...facts })
      const line = `${escapeCodes(redact(json))}\n`
      try {
        // Unbuffered: past events survive a crash of this process.
        if (handle === undefined) stdout.write(line)
        else writeSync(handle, line)
      } catch (error) {
        isBroken = true
        warn(`${messageOf(toWriteError(error, file))}; the run goes on without its events`)
      }
    },
    close() {
      if (handle !== undefined) closeSync(handle)
    },
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'a', 0o600)
  } catch (error) {
    const failure = toWriteError(error, file)
    if (!(failure instanceof BatchError)) throw failure
    throw new BatchError(failure.code, failure.message, { hint: 'Name another file with --events.', cause: error })
  }
}
