import type { LoadedSheet } from '../rows/loaded-input.ts'
import { type RowRequest, viewRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import type { Beside } from '../terms/operation.ts'

export interface ViewBeside {
  view: RowView
  beside: Beside
}

/** Every row of a run with what is known of it beside itself, a page at a time. */
export async function* viewBeside(
  request: RowRequest & { sheets: readonly LoadedSheet[] },
): AsyncGenerator<readonly ViewBeside[]> {
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
