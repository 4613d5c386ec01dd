import { linkCell, textCell, timeCell } from '../pipeline/rows/cells.ts'
import type { RowView } from '../pipeline/rows/row-view.ts'
import type { ResultColumn } from '../pipeline/terms/operation.ts'
import { emptyCell } from '../sheet/cell.ts'

export function textColumn(heading: string, width: number, text: (view: RowView) => string): ResultColumn {
  return { heading, width, cell: (view) => textCell(text(view)) }
}

/** For sentences. */
export function wrappedColumn(heading: string, text: (view: RowView) => string): ResultColumn {
  return { ...textColumn(heading, 50, text), isWrapped: true }
}

export function linkColumn(heading: string, width: number, address: (view: RowView) => string): ResultColumn {
  return { heading, width, cell: (view) => linkCell(address(view)) }
}

export function timeColumn(heading: string, time: (view: RowView) => number | undefined): ResultColumn {
  return { heading, width: 26, cell: (view) => timeCell(time(view)) }
}

/** A score of the result under its own name. */
export function resultNumberColumn(field: string): ResultColumn {
  return {
    heading: field,
    width: Math.max(12, field.length + 4),
    // As people say them; the cell holds all that the service gave.
    format: '0.0',
    hasColourScale: true,
    cell: ({ result }) => {
      const value = result[field]
      return typeof value === 'number' ? { t: 'n', v: value } : emptyCell
    },
  }
}

export function resultTextColumn(field: string): ResultColumn {
  return textColumn(field, Math.max(14, field.length + 4), ({ result }) => {
    const value = result[field]
    return typeof value === 'string' ? value : ''
  })
}
