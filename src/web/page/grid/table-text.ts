/** Cells as spreadsheet programs exchange them: a line for a row, tabs between cells. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoteCell).join('\t')).join('\n')
}

export function parseTable(text: string): string[][] {
  const rows: string[][] = [[]]
  // A cell with line breaks, tabs or quotation marks at its start stands in quotation marks.
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n?|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  // Copied rows end with a line break.
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

function quoteCell(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
