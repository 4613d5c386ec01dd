import ExcelJS from 'exceljs'

/** What a region's sheet has below its title: from row 3 on the headings, the trips, a total and a note. */
export const regions: Readonly<Record<string, readonly string[]>> = {
  EMEA: ['M-001', 'M-002', 'M-003'],
  AMER: ['M-101', 'M-102'],
  APAC: ['M-201'],
  LATAM: ['M-301', 'M-302'],
}

export const headingRow = 3

const headings = [
  'Personalnummer',
  'Karrierestufe',
  'Rolle',
  'Staatsangehörigkeit',
  'Zielland',
  'Wohnsitzland',
  'Reisebeginn',
  'Reiseende',
  'Arbeitstage',
  'Vertragsabschluss',
  'Frühere Reisen Tage',
  'Arbeitserlaubnis',
  'Lokaler Markt',
]

/**
 * A workbook as a German department keeps it: a cover, four regions with titles, colours, a comment, a rule, totals and
 * notes, and a legend.
 */
export async function germanWorkbook(): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet('Deckblatt').getCell('B2').value = 'Quartalsbericht'
  for (const [region, people] of Object.entries(regions)) addRegion(workbook.addWorksheet(region), region, people)
  const legend = workbook.addWorksheet('Legende')
  legend.addRows([
    ['Kürzel', 'Bedeutung'],
    ['VIP', 'Vorstand'],
  ])
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function addRegion(sheet: ExcelJS.Worksheet, region: string, people: readonly string[]): void {
  sheet.columns = headings.map((heading) => ({ width: heading.length + 3 }))
  sheet.mergeCells('A1:H1')
  sheet.getCell('A1').value = `Mobiles Arbeiten im Ausland, ${region}`
  sheet.getCell('A1').font = { bold: true, size: 16, color: { argb: 'FF1F4E78' } }
  const line = sheet.getRow(headingRow)
  line.values = headings
  line.eachCell((cell) => {
    cell.font = { bold: true, color: { argb: 'FFFFFFFF' } }
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F4E78' } }
    cell.alignment = { wrapText: true, vertical: 'middle' }
  })
  for (const [index, person] of people.entries()) {
    const row = sheet.addRow([
      person,
      'Mid',
      'Engineering',
      'Germany',
      'Portugal',
      'Germany',
      new Date(Date.UTC(2026, 2, 1 + index)),
      new Date(Date.UTC(2026, 2, 20 + index)),
      14,
      'Nein',
      0,
      'Ja',
      'Nein',
    ])
    for (const column of [7, 8]) row.getCell(column).numFmt = 'dd.mm.yyyy'
    if (index % 2 === 0) row.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDDEBF7' } }
  }
  const last = headingRow + people.length
  sheet.getCell(`A${headingRow + 1}`).note = 'VIP: bitte zuerst'
  sheet.addConditionalFormatting({
    ref: `I${headingRow + 1}:I${last}`,
    rules: [{ type: 'cellIs', operator: 'greaterThan', formulae: [30], priority: 1, style: { font: { bold: true } } }],
  })
  const total = sheet.getRow(last + 1)
  total.getCell(1).value = 'Summe'
  total.getCell(9).value = { formula: `SUM(I${headingRow + 1}:I${last})`, result: 14 * people.length }
  sheet.getCell(`A${last + 3}`).value = 'Hinweis: Angaben ohne Gewähr, Stand des Personalsystems vom Ersten des Monats.'
}
