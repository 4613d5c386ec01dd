import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import { openInput } from '../../pipeline/load/load-input.ts'
import type { Field, Operation } from '../../pipeline/model/operation.ts'
import type { LoadOptions } from '../../pipeline/model/options.ts'
import { viewRows } from '../../pipeline/rows/row-view.ts'
import { headingsOf } from '../../pipeline/tables/search-sheet.ts'
import type { SettingValues } from '../../settings/all.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import { loadForCheck } from '../check/check-sheet.ts'
import { lookAtSheets } from '../check/inspect-sheet.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'
import { toLoadOptions } from '../parse-request.ts'
import { profileName } from './find-profile.ts'
import {
  chooseBestSheets,
  columnsOf,
  guessHeadings,
  guessUnknownHeadings,
  type HeadingGuesses,
  listSiblingHeadings,
  ValueGuesses,
} from './guesses.ts'
import {
  type FoundProfile,
  formatGuess,
  guessPrefix,
  listGuesses,
  type Profile,
  settingsOf,
  withoutEmpty,
} from './profile.ts'
import { writeProfile } from './profile-file.ts'

/**
 * Guesses the meaning of headings and values that are not understood. Sends and saves nothing. `carried`: headings
 * without a guess, whose columns are copied; `isReadable`: with the guesses; otherwise values were not checked.
 * @throws BatchError for a file that cannot be read.
 */
export async function draftSettings(
  operation: Operation,
  input: string,
  reading: ReadOptions,
  ports: DryRunPorts,
): Promise<{ guesses: OperationProfile; carried: readonly string[]; isReadable: boolean }> {
  const given = toLoadOptions(operation, reading)
  const source = await openInput(input, given)
  const { fields } = operation.sheet
  try {
    const look = (load: LoadOptions) => lookAtSheets(source, operation, load)
    const all = await look(given)
    if (all.every(({ search }) => search.kind === 'none')) {
      return { guesses: { columns: await guessUnknownHeadings(all, fields) }, carried: [], isReadable: false }
    }
    const nearest = guessHeadings(chooseBestSheets(all), headingsOf(fields, given.defaults))
    // With these guesses further worksheets may fit.
    const second = chooseBestSheets(await look(withGuesses(given, nearest, fields)))
    const headings = { ...nearest, columns: { ...nearest.columns, ...listSiblingHeadings(second, nearest) } }
    const load = withGuesses(given, headings, fields)
    const looks = chooseBestSheets(await look(load))
    const fitting = looks.filter(({ search }) => search.kind === 'found')
    const isMany = given.sheets === undefined && fitting.length > 1
    const gathered = new ValueGuesses(fields)
    if (fitting.length > 0) {
      const sheet = { input, load: { ...load, sheets: isMany ? ('all' as const) : given.sheets } }
      await loadForCheck(operation, sheet, ports, async (query) => {
        for await (const page of viewRows(query, 'findingsPage')) {
          for (const { outcome, warnings } of page) {
            const problems = outcome.state === 'invalid' ? outcome.problems : []
            for (const problem of [...problems, ...warnings]) gathered.add(problem)
          }
        }
      })
    }
    const { set, values, dateFormats } = gathered.settings
    const carried = looks.flatMap(columnsOf).flatMap(({ heading, field }) => (field === undefined ? heading : []))
    return {
      guesses: {
        ...(isMany ? { sheets: formatGuess('all') } : {}),
        columns: headings.columns,
        set: { ...headings.set, ...set },
        ...(dateFormats.length === 0 ? {} : { dateFormats }),
        values,
      },
      carried: [...new Set(carried)],
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

/**
 * Writes a profile with a draft's guesses: the folder's profile where there is none, else a file beside the current
 * one. No file is ever replaced. `given`: options beside the sheet; its `lists` is relative to the current folder.
 * @throws BatchError `surroundings` when it cannot be written.
 */
export function saveDraft(
  operation: Pick<Operation, 'name'>,
  guesses: OperationProfile,
  given: Pick<SettingValues, 'lists' | 'baseUrl'> & { reading: ReadOptions },
  found: FoundProfile | undefined,
  surroundings: HostEnvironment,
): { file: string | undefined; guesses: number } {
  const { folder } = surroundings
  const folderOfProfile = found === undefined ? folder : dirname(found.file)
  const own = found === undefined ? {} : settingsOf(found.profile, operation)
  const settings = mergeSettings(own, given.reading, guesses)
  const count = listGuesses(settings).length
  if (JSON.stringify(settings) === JSON.stringify(mergeSettings(own, {}, {})))
    // It adds nothing.
    return { file: undefined, guesses: count }
  const lists = given.lists === undefined ? undefined : relative(folderOfProfile, resolve(folder, given.lists))
  const profile: Profile = {
    ...withoutEmpty({ baseUrl: given.baseUrl, lists }),
    ...found?.profile,
    [operation.name]: settings,
  }
  const file = findFree(folderOfProfile)
  writeProfile(file, profile, { isNew: true, env: surroundings.env })
  return { file, guesses: count }
}

function mergeSettings(own: OperationProfile, given: ReadOptions, guesses: OperationProfile): OperationProfile {
  const { columns, set, encoding, delimiter, hidden } = given
  const dateFormat = given.dateFormat?.length === 0 ? undefined : given.dateFormat
  const fields = Object.keys({ ...own.values, ...given.values, ...guesses.values })
  return withoutEmpty({
    ...own,
    sheets: own.sheets ?? given.sheets ?? guesses.sheets,
    columns: combine(own.columns, columns, guesses.columns),
    set: combine(own.set, set, guesses.set),
    dateFormats: own.dateFormats ?? dateFormat ?? guesses.dateFormats,
    values: withoutEmpty(
      Object.fromEntries(
        fields.map((field) => [field, combine(own.values?.[field], given.values?.[field], guesses.values?.[field])]),
      ),
    ),
    encoding: encoding ?? own.encoding,
    delimiter: delimiter ?? own.delimiter,
    hidden: hidden ?? own.hidden,
  })
}

type Texts = Readonly<Record<string, string>>

/** Given options override the profile, and the profile overrides a guess; the order of first appearance stays. */
function combine(own: Texts | undefined, given: Texts | undefined, guessed: Texts | undefined): Texts {
  return { ...own, ...given, ...guessed, ...own, ...given }
}

function findFree(folder: string): string {
  for (let ordinal = 0; ; ordinal += 1) {
    const name = ordinal === 0 ? profileName : `rwa-batch.draft${ordinal === 1 ? '' : `-${ordinal}`}.json`
    if (!existsSync(join(folder, name))) return join(folder, name)
  }
}
