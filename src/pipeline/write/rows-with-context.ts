import type { RowContext } from '../model/operation.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { type RowQuery, viewRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'

export interface RowWithContext {
  view: RowView
  beside: RowContext
}

export async function* viewRowsWithContext(
  request: RowQuery & { sheets: readonly LoadedSheet[] },
): AsyncGenerator<readonly RowWithContext[]> {
  const { ledger, runId, sheets } = request
  for await (const page of viewRows(request)) {
    const identifiers = page.flatMap(({ submission }) => submission?.identifier || [])
    const latest = await ledger.order.findLatest(runId, identifiers)
    yield page.map((view) => ({
      view,
      beside: { columns: sheets[view.sheet]?.columns, latest: latest.get(view.submission?.identifier ?? '') },
    }))
  }
}
