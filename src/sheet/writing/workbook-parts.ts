import { columnName } from '../cell.ts'
import { linksNamespace, mainNamespace, packageNamespace, xmlHead } from '../package/namespaces.ts'
import {
  type PartLink,
  relationshipsEnd,
  relationshipsHead,
  relationshipsXml,
  relationshipXml,
} from '../package/relationships.ts'
import { hiddenSheetName, resultColumnsName } from '../package/sheet-names.ts'
import { escapeXml } from '../package/xml-entities.ts'
import { cellReference, toAbsoluteRange } from './link.ts'

const propertiesNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties'
export const drawingTypes = 'application/vnd.openxmlformats-officedocument'
const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface WorksheetInfo {
  name: string
  hasComments: boolean
  hasHeadings: boolean
  charts: number
  columns: number
  frozenColumns: number
  isInputSheet: boolean
  /** Printed range; undefined for the whole sheet. */
  printed: string | undefined
}

/** `number` is 1-based. */
export function sheetPartNames(number: number) {
  return {
    sheet: `xl/worksheets/sheet${number}.xml`,
    links: `xl/worksheets/_rels/sheet${number}.xml.rels`,
    comments: `xl/comments${number}.xml`,
    shapes: `xl/drawings/vmlDrawing${number}.vml`,
    drawing: `xl/drawings/drawing${number}.xml`,
    drawingLinks: `xl/drawings/_rels/drawing${number}.xml.rels`,
    chart: (ordinal: number) => `xl/charts/chart${number}-${ordinal}.xml`,
  }
}

/** Every part except the sheets: name → XML. The same sheets and styles always give the same bytes. */
export function workbookParts(
  sheets: readonly WorksheetInfo[],
  styles: string,
  isMarked = false,
): ReadonlyMap<string, string> {
  const list = sheets.map(({ name }, index) => {
    return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 2}"/>`
  })
  const links = sheets.map((_, index): PartLink => {
    return { id: `rId${index + 2}`, type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` }
  })
  return new Map([
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${linksNamespace}"><sheets>${list.join('')}</sheets>${definedNames(sheets, isMarked)}</workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationshipsXml([{ id: 'rId1', type: 'styles', target: 'styles.xml' }, ...links])],
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', packageLinks()],
    ['docProps/core.xml', coreProperties()],
    // LibreOffice keeps row heights only when it knows the program that wrote them.
    [
      'docProps/app.xml',
      `${xmlHead}<Properties xmlns="${propertiesNamespace}"><Application>Microsoft Excel</Application></Properties>`,
    ],
  ])
}

function definedNames(sheets: readonly WorksheetInfo[], isMarked: boolean): string {
  const names = sheets.flatMap((sheet, index) => [
    ...printNames(sheet, index),
    ...(isMarked ? [hiddenNameXml(sheet, index)] : []),
  ])
  return names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`
}

/** Print area, and the headings and frozen columns repeated on each page. */
function printNames({ name, hasHeadings, frozenColumns, printed }: WorksheetInfo, index: number): string[] {
  const define = (what: string, ...ranges: string[]): string => {
    const cells = ranges.map((range) => cellReference(name, toAbsoluteRange(range))).join(',')
    return `<definedName name="_xlnm.${what}" localSheetId="${index}">${escapeXml(cells)}</definedName>`
  }
  const columns = frozenColumns === 0 ? [] : [`A:${columnName(frozenColumns - 1)}`]
  return [
    ...(printed === undefined ? [] : [define('Print_Area', printed)]),
    ...(hasHeadings ? [define('Print_Titles', ...columns, '1:1')] : []),
  ]
}

/** Identifies the sheet, or its result columns, in later runs. */
function hiddenNameXml({ name, isInputSheet, columns }: WorksheetInfo, index: number): string {
  const [mark, cells] = isInputSheet
    ? [`${resultColumnsName}" localSheetId="${index}`, `A1:${columnName(Math.max(0, columns - 1))}1`]
    : [hiddenSheetName(name), 'A1']
  return `<definedName name="${mark}" hidden="1">${escapeXml(cellReference(name, toAbsoluteRange(cells)))}</definedName>`
}

function contentTypes(sheets: readonly WorksheetInfo[]): string {
  const ofSheets = sheets.flatMap(({ hasComments, charts }, index) => {
    const { sheet, comments, drawing, chart } = sheetPartNames(index + 1)
    return [
      override(sheet, 'worksheet'),
      ...(hasComments ? [override(comments, 'comments')] : []),
      ...(charts > 0 ? [override(drawing, 'drawing', drawingTypes)] : []),
      ...Array.from({ length: charts }, (_, ordinal) => override(chart(ordinal + 1), 'drawingml.chart', drawingTypes)),
    ]
  })
  const types = [
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    sheets.some(({ hasComments }) => hasComments)
      ? `<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>`
      : '',
    override('xl/workbook.xml', 'sheet.main'),
    ...ofSheets,
    override('xl/styles.xml', 'styles'),
    `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`,
    `<Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>`,
  ]
  return `${xmlHead}<Types xmlns="${packageNamespace}/content-types">${types.join('')}</Types>`
}

function override(part: string, type: string, family = sheetTypes): string {
  return `<Override PartName="/${part}" ContentType="${family}.${type}+xml"/>`
}

function packageLinks(): string {
  const core = `<Relationship Id="rId2" Type="${packageNamespace}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`
  const workbook = relationshipXml({ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' })
  const app = relationshipXml({ id: 'rId3', type: 'extended-properties', target: 'docProps/app.xml' })
  return relationshipsHead + workbook + core + app + relationshipsEnd
}

function coreProperties(): string {
  const names = `xmlns:cp="${packageNamespace}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"`
  return `${xmlHead}<cp:coreProperties ${names}><dc:creator>rwa-batch</dc:creator><cp:lastModifiedBy>rwa-batch</cp:lastModifiedBy></cp:coreProperties>`
}
