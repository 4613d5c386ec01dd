import { type Finding, find } from '../../messages/catalogue.ts'
import type { HeadingCell } from '../../messages/sheets.ts'
import { cellAddress } from '../cell.ts'
import { shorten } from '../values/display.ts'
import { type HeadingSearch, headingSearchRows } from './find-headings.ts'
import type { HeadingColumn } from './heading-names.ts'

const mostClaims = 5
const mostSeen = 8
const longestHeading = 60

/** All faults of the headings at once. `sheet` is undefined for CSV. */
export function explainHeadingSearch(
  search: Exclude<HeadingSearch, { kind: 'found' }>,
  file: string,
  sheet?: string,
): Finding {
  const where = sheet === undefined ? file : `${file}, sheet “${shorten(sheet, longestHeading)}”`
  const cells = search.uncomputed
  const uncomputed = cells.slice(0, mostClaims).join(', ') + (cells.length > mostClaims ? ', …' : '')
  return search.kind === 'none' ? explainNone(search, where, uncomputed) : explainUnfit(search, where, uncomputed)
}

function explainUnfit(
  { faults, rowNumber: row, firstLine }: Extract<HeadingSearch, { kind: 'unfit' }>,
  where: string,
  uncomputed: string,
): Finding {
  const { missing, doubled, unknownHeadings, unknownFields } = faults
  const guess = missing.find(({ nearest }) => nearest !== undefined) ?? missing[0]
  const [double] = doubled
  const locate = (column: HeadingColumn | undefined) => column && locateHeading(column, row)
  return find('headings-unfit', {
    where,
    row,
    firstLine,
    missing: missing.map((each) => ({ ...each, nearest: locate(each.nearest) })),
    toMap: guess && { heading: guess.nearest?.heading ?? 'Your heading', field: guess.field },
    doubled: doubled.map(({ field, columns }) => ({
      field,
      columns: columns.slice(0, mostClaims).map((column) => locateHeading(column, row)),
      more: Math.max(0, columns.length - mostClaims),
    })),
    toName: double && { heading: double.columns[0]?.heading ?? '', field: double.field },
    unknownHeadings: unknownHeadings.map(({ heading, nearest }) => ({
      heading: shorten(heading, longestHeading),
      nearest: locate(nearest),
    })),
    unknownFields: unknownFields.map(({ heading, field, nearest }) => ({
      heading: shorten(heading, longestHeading),
      field: shorten(field, longestHeading),
      nearest,
    })),
    uncomputed,
  })
}

function explainNone(
  { required, fullest }: Extract<HeadingSearch, { kind: 'none' }>,
  where: string,
  uncomputed: string,
): Finding {
  const seen = fullest?.headings.slice(0, mostSeen).map((heading) => shorten(heading, longestHeading)) ?? []
  const hasMore = (fullest?.headings.length ?? 0) > mostSeen
  return find('headings-none', {
    where,
    searched: headingSearchRows,
    required,
    fullest: fullest && { row: fullest.rowNumber, headings: seen, hasMore },
    uncomputed,
  })
}

function locateHeading({ heading, index }: HeadingColumn, row: number): HeadingCell {
  return { heading: shorten(heading, longestHeading), cell: cellAddress(row, index) }
}
