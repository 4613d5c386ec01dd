import type { Ledger } from '../ledger/port.ts'
import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import type { Operation } from './model/operation.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { viewRowsWithFindings } from './rows/row-pages.ts'

const shownPlaces = 5

/** For all or nothing. @throws BatchError `input` when a row is invalid: it names the first ones. */
export async function requireAllValid(operation: Operation, ledger: Ledger, { runId }: LoadedInput): Promise<void> {
  const places: string[] = []
  let count = 0
  for await (const page of viewRowsWithFindings({ operation, ledger, runId })) {
    for (const { outcome, rowAddress, problem } of page) {
      if (outcome.state !== 'invalid') continue
      count += 1
      if (places.length < shownPlaces) places.push(`${rowAddress}: ${problem.replaceAll('\n', '; ')}`)
    }
  }
  if (count === 0) return
  const shown = `${places.join(' | ')}${count > places.length ? ' | …' : ''}`
  throw new BatchError('input', find('rows-wrong', { count, places: shown }))
}
