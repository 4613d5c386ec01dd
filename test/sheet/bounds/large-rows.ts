/** Rows of trips as their XML: 18 columns, of which 12 hold text, 4 numbers and 2 dates. */
const headings = [
  'employeeId',
  'name',
  'purpose',
  'seniority',
  'roleType',
  'citizenship',
  'destination',
  'residency',
  'startDate',
  'endDate',
  'salesContracts',
  'pastTripsDuration',
  'legalRight',
  'benefitLocalMarket',
  'workingDays',
  'costCentre',
  'budget',
  'remark',
]
const countries = ['France', 'Germany', 'Spain', 'Portugal', 'Österreich', 'Côte d’Ivoire', 'United Kingdom', 'Japan']

type Value = string | number

function valuesOf(index: number): Value[] {
  const country = (shift: number): string => countries[(index + shift) % countries.length] ?? ''
  const start = 45_000 + (index % 1500)
  return [
    `E-${String(index).padStart(7, '0')}`,
    `Employee number ${index}`,
    'Work From Anywhere',
    ['Low', 'Mid', 'Senior'][index % 3] ?? '',
    'Engineering',
    country(0),
    country(3),
    country(5),
    start,
    start + 1 + (index % 60),
    index % 7 === 0 ? 'Yes' : 'No',
    index % 90,
    'Unsure',
    'No',
    index % 45,
    1000 + (index % 400),
    ((index * 37) % 100_000) / 100,
    `remark ${index % 1000} of the ${country(1)} team`,
  ]
}

/** Every text in its cell, as libraries write workbooks; past the 18th column the columns come again. */
export function* inlineRows(rows: number, columns = headings.length): Generator<string> {
  yield rowXml(1, widen(headings, columns), textCell)
  for (let index = 1; index < rows; index += 1) yield rowXml(index + 1, widen(valuesOf(index), columns), textCell)
}

function widen(values: readonly Value[], columns: number): readonly Value[] {
  return columns === values.length ? values : [...values, ...values].slice(0, columns)
}

/** Texts named by number, as Excel writes workbooks: `texts` are complete once all rows were made. */
export function* sharedRows(rows: number, texts: Map<string, number>): Generator<string> {
  const shared = (row: number, column: number, text: string): string => {
    const known = texts.get(text) ?? texts.size
    texts.set(text, known)
    return `<c r="${letters[column]}${row}" t="s"><v>${known}</v></c>`
  }
  yield rowXml(1, headings, shared)
  for (let index = 1; index < rows; index += 1) yield rowXml(index + 1, valuesOf(index), shared)
}

export function* sharedTexts(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `<si><t>${text}</t></si>`
}

/** Two columns of texts that no other row has. */
export function* uniqueRows(rows: number): Generator<string> {
  for (let row = 1; row <= rows; row += 1) {
    yield `<row r="${row}"><c r="A${row}" t="s"><v>${2 * row - 2}</v></c><c r="B${row}" t="s"><v>${2 * row - 1}</v></c></row>`
  }
}

export function* uniqueTexts(rows: number): Generator<string> {
  for (let row = 1; row <= rows; row += 1) {
    yield `<si><t>E-${row}</t></si><si><t>a remark on employee ${row}, who works in Österreich</t></si>`
  }
}

/** Ten rows, then as many as asked for that are formatted and hold nothing. */
export function* blankTail(rows: number): Generator<string> {
  yield* inlineRows(10)
  for (let row = 11; row <= 10 + rows; row += 1) {
    const cells = letters.slice(0, 18).map((letter) => `<c r="${letter}${row}" s="1"/>`)
    yield `<row r="${row}" spans="1:18" s="1" customFormat="1">${cells.join('')}</row>`
  }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA']

function rowXml(
  row: number,
  values: readonly Value[],
  text: (row: number, column: number, text: string) => string,
): string {
  let xml = `<row r="${row}" spans="1:18">`
  for (const [column, value] of values.entries()) {
    if (typeof value === 'string') xml += text(row, column, value)
    else xml += `<c r="${letters[column]}${row}"${column === 8 || column === 9 ? ' s="1"' : ''}><v>${value}</v></c>`
  }
  return `${xml}</row>`
}

function textCell(row: number, column: number, text: string): string {
  return `<c r="${letters[column]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`
}
