import type { Parts } from '../reading/workbook-parts.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const spreadsheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What stands in the sheet `Trips`, and around it. */
export interface Rich {
  /** Before `sheetData`, behind `sheetPr`. */
  head?: string
  rows?: string
  tail?: string
  /** Relationships of the sheet: id → type and target. */
  links?: Readonly<Record<string, readonly [type: string, target: string]>>
  names?: string
  mainType?: string
  /** Parts more, with their content types. */
  others?: Readonly<Record<string, readonly [content: string, type?: string]>>
}

/** A title, headings in row 3, three rows, a row of notes below; another sheet; macros; styles that stripe the rows. */
export const richRows =
  '<row r="1" spans="1:3" ht="30" customHeight="1"><c r="A1" s="3" t="inlineStr"><is><t>Quarterly review</t></is></c></row>' +
  '<row r="3" spans="1:3"><c r="A3" s="1" t="inlineStr"><is><t>employeeId</t></is></c><c r="B3" s="1" t="inlineStr"><is><t>destination</t></is></c><c r="C3" s="1" t="inlineStr"><is><t>days</t></is></c></row>' +
  '<row r="4" spans="1:3"><c r="A4" s="2" t="inlineStr"><is><t>E-1</t></is></c><c r="B4" s="2" t="inlineStr"><is><t>Japan</t></is></c><c r="C4" s="4"><v>12</v></c></row>' +
  '<row r="5" spans="1:3" hidden="1"><c r="A5" t="inlineStr"><is><t>E-2</t></is></c><c r="B5" t="inlineStr"><is><t>Spain</t></is></c><c r="C5"><v>3</v></c></row>' +
  '<row r="6"><c r="A6" s="2" t="inlineStr"><is><t>E-3</t></is></c><c r="B6" s="2" t="inlineStr"><is><t>Größe</t></is></c><c r="C6" s="4"><f>1+1</f><v>2</v></c></row>' +
  '<row r="8"><c r="A8" t="inlineStr"><is><t>as of Monday</t></is></c></row>'

export const richStyles =
  `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font></fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFDDEEFF"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="2" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="2" fontId="0" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment wrapText="1"/></xf></cellXfs></styleSheet>'

export function richWorkbook(rich: Rich = {}): Parts {
  const others = Object.entries(rich.others ?? {})
  const overrides = others.flatMap(([name, [, type]]) =>
    type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`],
  )
  const mainType = rich.mainType ?? 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
  const sheetLinks = Object.entries(rich.links ?? {}).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${links}/${type}" Target="${target}"${/^https?:/.test(target) ? ' TargetMode="External"' : ''}/>`,
  )
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetml}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${spreadsheetml}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetml}.styles+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relationshipList([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${links}"><bookViews><workbookView activeTab="1"/></bookViews><sheets><sheet name="Trips" sheetId="7" r:id="rId1"/><sheet name="Notes &amp; more" sheetId="2" r:id="rId2"/></sheets>${rich.names === undefined ? '' : `<definedNames>${rich.names}</definedNames>`}<calcPr calcId="171027"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipList([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}" xmlns:r="${links}">${rich.head ?? '<dimension ref="A1:C8"/><cols><col min="1" max="1" width="20" customWidth="1"/><col min="4" max="16384" width="9" hidden="1"/></cols>'}<sheetData>${rich.rows ?? richRows}</sheetData>${rich.tail ?? ''}</worksheet>`,
    ...(sheetLinks.length === 0
      ? {}
      : {
          'xl/worksheets/_rels/sheet1.xml.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheetLinks.join('')}</Relationships>`,
        }),
    'xl/worksheets/sheet2.xml': `${declaration}<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    'xl/styles.xml': richStyles,
    'xl/vbaProject.bin': Buffer.from([0, 1, 2, 255, 254]),
    ...Object.fromEntries(others.map(([name, [content]]) => [name, content])),
  }
}

export function table(attributes: string, names: readonly string[], inner = ''): readonly [string, string] {
  const columns = names.map((name, index) => `<tableColumn id="${index + 1}" name="${name}"/>`)
  const xml = `${declaration}<table xmlns="${main}" id="1" name="Trips" displayName="Trips" ${attributes}>${inner}<tableColumns count="${names.length}">${columns.join('')}</tableColumns></table>`
  return [xml, `${spreadsheetml}.table+xml`]
}

function relationshipList(list: readonly (readonly [string, string, string])[]): string {
  const items = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${links}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`
}

/** With a table, a comment, a rule, a merged title, a link, and everything that may stand behind the rows. */
export const full: Rich = {
  names: '<definedName name="Days">Trips!$C$4:$C$6</definedName>',
  tail:
    '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells><conditionalFormatting sqref="C4:C6"><cfRule type="cellIs" priority="3" operator="greaterThan"><formula>10</formula></cfRule></conditionalFormatting>' +
    '<hyperlinks><hyperlink ref="A4" r:id="rId4"/></hyperlinks><pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/><legacyDrawing r:id="rId3"/><tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
  links: {
    rId1: ['table', '../tables/table1.xml'],
    rId2: ['comments', '../comments1.xml'],
    rId3: ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
    rId4: ['hyperlink', 'https://staff.example/E-1'],
  },
  others: {
    'xl/tables/table1.xml': table('ref="A3:C6"', ['employeeId', 'destination', 'days'], '<autoFilter ref="A3:C6"/>'),
    'xl/comments1.xml': [
      '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>a</author></authors><commentList/></comments>',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml',
    ],
    'xl/drawings/vmlDrawing1.vml': [
      '<xml xmlns:v="urn:schemas-microsoft-com:vml"/>',
      'application/vnd.openxmlformats-officedocument.vmlDrawing',
    ],
  },
}
