import type { Submissions } from '../../ledger/port/submissions.ts'
import { find } from '../../messages/catalogue.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import { shorten } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import { isPartOf } from '../tables/sheet-names.ts'
import { foldIdentifier, identifierHeadings, readSentRows, type SentRow } from './identifiers-in-output.ts'
import { listOtherSheets, withEarlierOutput } from './open-earlier-output.ts'
import { isCsv, sidecarName } from './output-names.ts'
import { mayBeIdentifier } from './unknown-sheet.ts'

const identifiersOfPage = 1_000

export interface KnownIdentifiers {
  name: string
  recognised(identifiers: readonly string[]): Promise<ReadonlySet<string>>
  identifierPage: Submissions['identifierPage']
}

/**
 * An earlier output with unknown identifiers was written with another ledger, or this ledger was lost. To go on would
 * create the same rows again, and overwrite the only record of their identifiers. Call it after the load, since the
 * sheet may name the identifiers too. `carried`: unread sheets of the input, which an output carries unchanged.
 * @throws BatchError `ledger` with the first unknown identifier.
 */
export async function requireKnownOutput(
  output: string,
  operation: Pick<Operation, 'sheet' | 'output'>,
  ledger: KnownIdentifiers,
  { carried = [], interrupt }: { carried?: readonly string[] | undefined; interrupt?: AbortSignal } = {},
): Promise<void> {
  const headings = operation.sheet.identifierField === undefined ? undefined : identifierHeadings(operation)
  if (headings === undefined) return
  await withEarlierOutput(output, { interrupt }, async (source) => {
    const firstUnknown = createIdentifierLookup(ledger)
    const { ours } = await readHiddenNames(output)
    for (const sheet of listOtherSheets(source, new Set([...carried, ...ours]))) {
      const nature = source.kind === 'csv' || isPartOf('Results', sheet.sheet) ? 'own table' : 'results'
      for await (const rows of readSentRows(sheet, headings, nature)) {
        const named = rows.filter((row) => row.identifier !== '' && (!row.isUnknown || mayBeIdentifier(row.identifier)))
        const strange = await firstUnknown(named.map(({ identifier }) => identifier))
        const found = named.find(({ identifier }) => identifier === strange)
        if (found !== undefined) throw explainStrange(output, found, ledger)
      }
    }
  })
}

/** A person's answer beside an unknown row whose sending is not known must neither be lost nor be sent again. */
function explainStrange(output: string, { identifier, isUnknown }: SentRow, { name: ledger }: KnownIdentifiers) {
  const facts = { output, identifier: shorten(identifier), ledger }
  if (!isUnknown) return new BatchError('ledger', find('output-of-other-ledger', facts))
  const where = isCsv(output) ? sidecarName(output, 'Unknown') : 'its sheet Unknown'
  return new BatchError('input', find('answer-of-other-ledger', { ...facts, where }))
}

/** Recognises identifiers also as cells change them. All pages are read only when one is not known as it stands. */
function createIdentifierLookup({
  recognised,
  identifierPage,
}: KnownIdentifiers): (shown: readonly string[]) => Promise<string | undefined> {
  let changed: Set<string> | undefined
  return async (shown) => {
    const known = await recognised(shown)
    const rest = shown.filter((identifier) => !known.has(identifier))
    if (rest.length === 0) return undefined
    const folded = await recognised(rest.map(foldIdentifier))
    const strange = rest.filter((identifier) => !folded.has(foldIdentifier(identifier)))
    if (strange.length > 0) changed ??= await listChanged(identifierPage)
    return strange.find((identifier) => !changed?.has(foldIdentifier(identifier)))
  }
}

async function listChanged(identifierPage: KnownIdentifiers['identifierPage']): Promise<Set<string>> {
  const changed = new Set<string>()
  let page: Awaited<ReturnType<typeof identifierPage>> = []
  do {
    page = await identifierPage(page.at(-1)?.id ?? 0, identifiersOfPage)
    for (const { identifier } of page) {
      const folded = foldIdentifier(identifier)
      if (folded !== identifier) changed.add(folded)
    }
  } while (page.length === identifiersOfPage)
  return changed
}
