import { countColour, edgeColour, lineColours, partColours } from '../../messages/score-colours.ts'
import { cellReference, toAbsoluteRange } from '../package/cell-range.ts'
import { relationshipsPart, relationshipsXml, relationshipXml, targetOf } from '../package/relationships.ts'
import type { WorkbookOut } from '../package/workbook-out.ts'
import { escapeWorkbookText, escapeXml, linksNamespace, xmlHead } from '../package/xml-entities.ts'
import { truncateCellText } from './safe-text.ts'

/** A native chart: the spreadsheet program draws it, and redraws it when its cells change. */
export interface ChartSpec {
  kind: 'bars' | 'columns' | 'lines'
  isStacked?: boolean
  title: string
  /** Alternative text for screen readers. */
  description: string
  axisTitle: string
  /** Of the bars: one for all, or one each. @default as counts */
  colours?: readonly string[]
  /** Maximum of the value axis. @default by the values */
  most?: number
  /** Ranges of the chart's own sheet: `A2:A9`. */
  categories: string
  series: readonly { name: string; values: string }[]
  /** Top left corner and size, in cells; 0-based. */
  place: { column: number; row: number; columns: number; rows: number }
}

const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const sheetDrawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'

const documentTypes = 'application/vnd.openxmlformats-officedocument'

/** Writes the charts of a sheet, and returns the relationship `drawing` of the sheet. Charts name cells by the sheet. */
export async function writeSheetCharts(
  out: WorkbookOut,
  { part, name }: { part: string; name: string },
  charts: readonly ChartSpec[],
): Promise<string> {
  const drawing = out.freeName('xl/drawings/drawing', '.xml')
  await out.stream(drawing, [Buffer.from(drawingXml(charts))], `${documentTypes}.drawing+xml`)
  const links: string[] = []
  for (const [index, chart] of charts.entries()) {
    const target = out.freeName('xl/charts/chart', '.xml')
    await out.stream(target, [Buffer.from(chartXml(chart, name))], `${documentTypes}.drawingml.chart+xml`)
    links.push(relationshipXml({ id: `rId${index + 1}`, type: 'chart', target: targetOf(drawing, target) }))
  }
  await out.stream(relationshipsPart(drawing), [Buffer.from(relationshipsXml(...links))])
  return relationshipXml({ id: 'drawing', type: 'drawing', target: targetOf(part, drawing) })
}

/** `sheet` contains the chart's cells. */
function chartXml(chart: ChartSpec, sheet: string): string {
  const { kind, title, series, isStacked = false } = chart
  const plotted = series.map((one, index) => seriesXml(chart, sheet, one, index)).join('')
  const axes = '<c:axId val="1"/><c:axId val="2"/>'
  const overlap = isStacked ? '<c:overlap val="100"/>' : ''
  const plot =
    kind === 'lines'
      ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${plotted}<c:marker val="1"/>${axes}</c:lineChart>`
      : `<c:barChart><c:barDir val="${kind === 'bars' ? 'bar' : 'col'}"/><c:grouping val="${isStacked ? 'stacked' : 'clustered'}"/><c:varyColors val="0"/>${plotted}<c:gapWidth val="45"/>${overlap}${axes}</c:barChart>`
  const legend = series.length > 1 ? '<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>' : ''
  return (
    `${xmlHead}<c:chartSpace xmlns:c="${chartNamespace}" xmlns:a="${drawingNamespace}" xmlns:r="${linksNamespace}"><c:roundedCorners val="0"/>` +
    `<c:chart>${titleXml(title, 1200)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}${axesXml(chart)}</c:plotArea>${legend}` +
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>'
  )
}

/** `rId1` is the first chart. */
function drawingXml(charts: readonly ChartSpec[]): string {
  const anchors = charts.map(({ description, place: { column, row, columns, rows } }, index) => {
    const from = `<xdr:from>${cornerXml(column, row)}</xdr:from><xdr:to>${cornerXml(column + columns, row + rows)}</xdr:to>`
    const named = `<xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}" descr="${toXmlText(description)}"/><xdr:cNvGraphicFramePr/>`
    const chart = `<c:chart xmlns:c="${chartNamespace}" r:id="rId${index + 1}"/>`
    return (
      `<xdr:twoCellAnchor>${from}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>${named}</xdr:nvGraphicFramePr>` +
      '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
      `<a:graphic><a:graphicData uri="${chartNamespace}">${chart}</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`
    )
  })
  return `${xmlHead}<xdr:wsDr xmlns:xdr="${sheetDrawingNamespace}" xmlns:a="${drawingNamespace}" xmlns:r="${linksNamespace}">${anchors.join('')}</xdr:wsDr>`
}

function cornerXml(column: number, row: number): string {
  return `<xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff>`
}

function seriesXml(
  { kind, isStacked = false, categories, series: all, colours: own = [countColour] }: ChartSpec,
  sheet: string,
  { name, values }: ChartSpec['series'][number],
  index: number,
): string {
  const colours = isStacked ? partColours : lineColours
  const fill = fillXml(all.length === 1 ? (own[0] ?? countColour) : (colours[index] ?? colours.at(-1) ?? countColour))
  const look = kind === 'lines' ? `<a:ln w="28575">${fill}</a:ln>` : fill
  const marker =
    kind === 'lines' ? `<c:marker><c:symbol val="circle"/><c:size val="6"/><c:spPr>${fill}</c:spPr></c:marker>` : ''
  const head = `<c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>${rangeFormula(sheet, name)}</c:f></c:strRef></c:tx>`
  const cells = `<c:cat><c:strRef><c:f>${rangeFormula(sheet, categories)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${rangeFormula(sheet, values)}</c:f></c:numRef></c:val>`
  const tail = kind === 'lines' ? '<c:smooth val="0"/>' : ''
  const points = own.length > 1 ? own.map(pointXml).join('') : ''
  return `<c:ser>${head}<c:spPr>${look}</c:spPr>${kind === 'lines' ? marker : `<c:invertIfNegative val="0"/>${points}`}${cells}${tail}</c:ser>`
}

/** The line keeps the light ones apart from the paper. */
function pointXml(colour: string, index: number): string {
  const line = `<a:ln w="6350">${fillXml(edgeColour)}</a:ln>`
  return `<c:dPt><c:idx val="${index}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr>${fillXml(colour)}${line}</c:spPr></c:dPt>`
}

/** `colour`: `#2171b5` */
function fillXml(colour: string): string {
  return `<a:solidFill><a:srgbClr val="${colour.slice(1).toUpperCase()}"/></a:solidFill>`
}

/** Bars are read from the top, so the first category goes there. */
function axesXml({ kind, axisTitle, most }: ChartSpec): string {
  const isLying = kind === 'bars'
  const end = most === undefined ? '' : `<c:max val="${most}"/>`
  const ticks = '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
  const line = '<c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D0D7DE"/></a:solidFill></a:ln></c:spPr>'
  return (
    `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${isLying ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/>` +
    `<c:axPos val="${isLying ? 'l' : 'b'}"/><c:numFmt formatCode="General" sourceLinked="0"/>${ticks}<c:crossAx val="2"/><c:crosses val="autoZero"/>` +
    '<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:tickLblSkip val="1"/><c:noMultiLvlLbl val="1"/></c:catAx>' +
    `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/>${end}<c:min val="0"/></c:scaling><c:delete val="0"/>` +
    `<c:axPos val="${isLying ? 'b' : 'l'}"/><c:majorGridlines>${line}</c:majorGridlines>${titleXml(axisTitle, 900)}` +
    `<c:numFmt formatCode="#,##0" sourceLinked="0"/>${ticks}<c:crossAx val="1"/><c:crosses val="${isLying ? 'max' : 'autoZero'}"/><c:crossBetween val="between"/></c:valAx>`
  )
}

function titleXml(text: string, size: number): string {
  const bold = size > 1000 ? '1' : '0'
  return (
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}" b="${bold}"/></a:pPr>` +
    `<a:r><a:rPr lang="en" sz="${size}" b="${bold}"/><a:t>${toXmlText(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
  )
}

/** `'Charts'!$A$2:$A$9` */
function rangeFormula(sheet: string, range: string): string {
  return escapeXml(cellReference(sheet, toAbsoluteRange(range)))
}

function toXmlText(text: string): string {
  return escapeXml(escapeWorkbookText(truncateCellText(text)))
}
