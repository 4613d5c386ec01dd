import type { XmlElement } from './xml.ts'

/** The children of an element in the order that ECMA-376 demands; `*` after those that may stand several times. */
const sequences: Readonly<Record<string, string>> = {
  worksheet:
    'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios ' +
    'autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting* dataValidations ' +
    'hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ' +
    'ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF picture oleObjects controls webPublishItems ' +
    'tableParts extLst',
  sheetViews: 'sheetView* extLst',
  sheetView: 'pane selection* pivotSelection* extLst',
  cols: 'col*',
  sheetData: 'row*',
  row: 'c* extLst',
  c: 'f v is extLst',
  is: 't r* rPh* phoneticPr',
  r: 'rPr t',
  conditionalFormatting: 'cfRule* extLst',
  cfRule: 'formula* colorScale dataBar iconSet extLst',
  colorScale: 'cfvo* color*',
  dataValidations: 'dataValidation*',
  dataValidation: 'formula1 formula2',
  hyperlinks: 'hyperlink*',
  workbook:
    'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences ' +
    'definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing ' +
    'fileRecoveryPr* webPublishObjects extLst',
  sheets: 'sheet*',
  styleSheet: 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst',
  numFmts: 'numFmt*',
  fonts: 'font*',
  fills: 'fill*',
  fill: 'patternFill gradientFill',
  patternFill: 'fgColor bgColor',
  borders: 'border*',
  border: 'start end left right top bottom diagonal vertical horizontal',
  cellStyleXfs: 'xf*',
  cellXfs: 'xf*',
  xf: 'alignment protection extLst',
  cellStyles: 'cellStyle*',
  comments: 'authors commentList extLst',
  authors: 'author*',
  commentList: 'comment*',
  comment: 'text commentPr',
  text: 't r* rPh* phoneticPr',
}

/** Elements out of order, or that do not belong where they stand; Excel calls such a file damaged. */
export function checkSequence(element: XmlElement, found: string[]): void {
  const sequence = sequences[element.name]?.split(' ')
  let last = -1
  for (const child of element.children) {
    if (sequence !== undefined) {
      const place = sequence.findIndex((name) => name.replace('*', '') === child.name)
      if (place === -1) found.push(`<${child.name}> does not belong into <${element.name}>`)
      else if (place < last) found.push(`<${child.name}> stands after <${sequence[last]?.replace('*', '')}>`)
      else if (place === last && sequence[place]?.endsWith('*') !== true) found.push(`<${child.name}> stands twice`)
      last = Math.max(last, place)
    }
    if (element.name !== 'extLst') checkSequence(child, found)
  }
}
