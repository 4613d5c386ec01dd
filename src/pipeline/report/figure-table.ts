import type { OutputCell, OutputColumn, TableColumn } from '../../sheet/writing/workbook-writer.ts'
import { valueCell } from '../rows/cells.ts'

interface FigureTableTexts {
  name: string
  title: string
  note: string
}

/** One table, for the page and the workbook. */
export interface FigureTable extends FigureTableTexts {
  columns: readonly OutputColumn[]
  lines: readonly (readonly OutputCell[])[]
}

/** Without columns that are empty in every line. */
export function figureTable<Source>(
  sources: readonly Source[],
  { columns, ...texts }: FigureTableTexts & { columns: readonly TableColumn<Source>[] },
): FigureTable {
  const lines = sources.map((source) => columns.map((column) => column.cell(source)))
  const isFilled = columns.map((_, index) => lines.some((line) => line[index]?.t !== 'z'))
  return {
    ...texts,
    columns: columns.filter((_, index) => isFilled[index]),
    lines: isFilled.every(Boolean) ? lines : lines.map((line) => line.filter((_, index) => isFilled[index])),
  }
}

export function figureColumn<Source>(
  heading: string,
  width: number,
  value: (source: Source) => OutputCell | string | number,
): TableColumn<Source> {
  return { heading, width, cell: (source) => valueCell(value(source)) }
}

export function scoreColumn<Source>(
  heading: string,
  width: number,
  score: (source: Source) => number | undefined,
): TableColumn<Source> {
  const cell = (value: number | undefined): OutputCell => ({
    ...valueCell(value),
    ...(value !== undefined && { f: '0.0' }),
  })
  return { heading, width, hasColourScale: true, format: '0.0', cell: (source) => cell(score(source)) }
}

/** People and approvers are numbered unless their names are wanted. */
export interface Names {
  person(company: string, employeeId: string): string
  approver(named: string): string
}

export function chooseNames(areShown: boolean): Names {
  if (areShown) return { person: (_, employeeId) => employeeId, approver: (named) => named }
  const people = new Map<string, number>()
  const approvers = new Map<string, number>()
  return {
    person: (company, employeeId) => `Person ${numberOf(people, JSON.stringify([company, employeeId]))}`,
    approver: (named) => (named === '' ? '' : `Approver ${numberOf(approvers, named)}`),
  }
}

function numberOf(known: Map<string, number>, key: string): number {
  const number = known.get(key) ?? known.size + 1
  known.set(key, number)
  return number
}
