import type { JsonFields } from '../../contract/outcome.ts'
import type { LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { RefreshChoice } from '../../ledger/port/refreshing.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { Operation } from '../model/operation.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'

const pageSize = 500

/** The ledger's rows for the service, as rows of a sheet that does not exist. */
export async function* listKnownRows(
  { name, request: { identifyingFields } }: Pick<Operation, 'name' | 'request'>,
  ledger: Ledger,
  target: Target,
  choice: RefreshChoice,
): AsyncGenerator<LoadedRow> {
  let rowNumber = 1
  let afterId = 0
  for (;;) {
    const page = await ledger.refreshing.knownPage({ operation: name, target }, choice, afterId, pageSize)
    for (const { identifier, request } of page) {
      const fields = parseStored<JsonFields>(request, 'request')
      rowNumber += 1
      yield {
        sheet: 0,
        rowNumber,
        isHidden: false,
        cells: JSON.stringify(identifyingFields.map((field) => toCell(fields[field]))),
        warnings: undefined,
        orderKey: undefined,
        content: { kind: 'identified', identifier, request: undefined },
      }
    }
    const last = page.at(-1)
    if (last === undefined) return
    afterId = last.id
  }
}

export function columnsOfKnown({ identifyingFields }: Operation['request']): SheetColumns {
  const fields = Object.fromEntries(identifyingFields.map((field, index) => [field, index]))
  return { headings: [...identifyingFields], fields }
}

function toCell(value: unknown): Cell {
  const text = String(value ?? '')
  if (text === '') return { t: 'z' }
  if (/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(text)) return { t: 'd', v: text.slice(0, 19), f: 'yyyy-mm-dd' }
  return { t: 's', v: text }
}
