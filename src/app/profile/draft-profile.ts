import type { SheetCandidate } from '../../pipeline/load/choose-sheets.ts'
import { openInput } from '../../pipeline/load/load-input.ts'
import type { Field, Operation } from '../../pipeline/model/operation.ts'
import type { LoadOptions, RunPorts } from '../../pipeline/model/options.ts'
import { viewRows } from '../../pipeline/rows/row-pages.ts'
import { headingsOf } from '../../pipeline/tables/search-sheet.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import { silentLogger } from '../../support/logger.ts'
import { loadForCheck } from '../check/check-sheet.ts'
import { lookAtSheets } from '../check/inspect-sheet.ts'
import type { WithCleanup } from '../ledger/scratch-ledger.ts'
import { toLoadOptions } from '../sheet-options.ts'
import { chooseBestSheets, guessHeadings, type HeadingGuesses, listSiblingHeadings } from './guess-headings.ts'
import { guessUnknownHeadings } from './guess-unknown-headings.ts'
import { ValueGuesses } from './guess-values.ts'
import { formatGuess, guessPrefix } from './profile.ts'

export interface DraftRequest extends Pick<RunPorts, 'onEvent'> {
  input: string
  reading: ReadOptions
}

export interface Draft {
  guesses: OperationProfile
  /** Headings without a guess: their columns are copied to the output. */
  carried: readonly string[]
  /** True when the guesses make the sheets readable. Otherwise values were not checked. */
  isReadable: boolean
}

/**
 * Guesses the meaning of headings and values that are not understood. Sends and saves nothing.
 * @throws BatchError for a file that cannot be read.
 */
export async function draftSettings(
  operation: Operation,
  { input, reading, onEvent }: DraftRequest,
  cleaningUp: WithCleanup,
): Promise<Draft> {
  const given = toLoadOptions(operation, reading)
  const source = await openInput(input, given)
  const { fields } = operation.sheet
  try {
    const look = (load: LoadOptions) => lookAtSheets(source, operation, load)
    const all = await look(given)
    if (all.every(({ search }) => search.kind === 'none')) {
      const columns = await guessUnknownHeadings(all, fields)
      return { guesses: { columns }, carried: [], isReadable: false }
    }
    const first = chooseBestSheets(all)
    const nearest = guessHeadings(first, headingsOf(fields, given.defaults))
    // With these guesses further worksheets may fit.
    const second = chooseBestSheets(await look(withGuesses(given, nearest, fields)))
    const headings = { ...nearest, columns: { ...nearest.columns, ...listSiblingHeadings(second, nearest) } }
    const load = withGuesses(given, headings, fields)
    const looks = chooseBestSheets(await look(load))
    const fitting = looks.filter(({ search }) => search.kind === 'found')
    const isMany = given.sheets === undefined && fitting.length > 1
    const values = new ValueGuesses(fields)
    if (fitting.length > 0) {
      await gatherProblems(operation, input, { ...load, sheets: isMany ? 'all' : given.sheets }, values, {
        cleaningUp,
        onEvent,
      })
    }
    return {
      guesses: {
        ...(isMany ? { sheets: formatGuess('all') } : {}),
        columns: headings.columns,
        set: { ...headings.set, ...values.set },
        ...(values.dateFormats.length === 0 ? {} : { dateFormats: values.dateFormats }),
        values: values.values,
      },
      carried: listCarried(looks),
      isReadable: fitting.length > 0,
    }
  } finally {
    await source.close()
  }
}

/**
 * Treats all guesses as accepted. A field without a guess gets its example, so that the other cells of a row are
 * checked.
 */
function withGuesses(load: LoadOptions, { columns, set }: HeadingGuesses, fields: readonly Field[]): LoadOptions {
  const examples = new Map(fields.map(({ name, about }) => [name, about.example]))
  const kept = (guess: string): string => guess.slice(guessPrefix.length).trim()
  return {
    ...load,
    columns: new Map([
      ...Object.entries(columns).map(([heading, guess]) => [heading, kept(guess)] as const),
      ...load.columns,
    ]),
    defaults: new Map([
      ...Object.entries(set).map(([field, guess]) => [field, kept(guess) || (examples.get(field) ?? '')] as const),
      ...load.defaults,
    ]),
    hidden: load.hidden ?? 'include',
  }
}

async function gatherProblems(
  operation: Operation,
  input: string,
  load: LoadOptions,
  values: ValueGuesses,
  { cleaningUp, onEvent }: { cleaningUp: WithCleanup; onEvent: RunPorts['onEvent'] },
): Promise<void> {
  const ports = { logger: silentLogger, cleaningUp, ...(onEvent && { onEvent }) }
  await loadForCheck(operation, { input, load }, ports, async (query) => {
    for await (const page of viewRows(query, 'findingsPage')) {
      for (const { outcome, warnings } of page) {
        const problems = outcome.state === 'invalid' ? outcome.problems : []
        for (const problem of [...problems, ...warnings]) values.add(problem)
      }
    }
  })
}

function listCarried(looks: readonly SheetCandidate[]): string[] {
  const carried = looks.flatMap(({ search }) =>
    search.kind === 'none' ? [] : search.columns.flatMap(({ heading, field }) => (field === undefined ? heading : [])),
  )
  return [...new Set(carried)]
}
