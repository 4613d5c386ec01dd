import { type Parts, readAll, relationships, styles, workbookParts, worksheet } from '../reading/workbook-parts.ts'
import { type OddZip, oddZip } from './odd-zip.ts'

/** Two rows that hold a cell of every kind, as an everyday workbook has them. */
const rows =
  '<row r="1" spans="1:7"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Größe &amp; ß</t></is></c></row>' +
  '<row r="3" spans="1:7"><c r="A3" t="s"><v>2</v></c><c r="B3" s="1"><v>46082</v></c><c r="D3"><v>12.5</v></c><c r="E3" t="b"><v>1</v></c><c r="F3" t="e"><v>#N/A</v></c><c r="G3" t="str"><f>A1&amp;"x"</f><v>IDx</v></c></row>'

export function sampleParts(): Parts {
  return workbookParts(rows, {
    'xl/sharedStrings.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><sst xmlns="${main}" count="3" uniqueCount="3"><si><t>ID</t></si><si><t>Start</t></si><si><r><t>00</t></r><r><rPr><b/></rPr><t>7</t></r></si></sst>`,
    'xl/styles.xml': styles('', 'yyyy\\-mm\\-dd'),
  })
}

export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export const sampleRows = [
  [
    1,
    [
      { t: 's', v: 'ID' },
      { t: 's', v: 'Start' },
      { t: 's', v: 'Größe & ß' },
    ],
  ],
  [
    3,
    [
      { t: 's', v: '007' },
      { t: 'd', v: '2026-03-01T00:00:00', f: 'yyyy\\-mm\\-dd' },
      { t: 'z' },
      { t: 'n', v: 12.5 },
      { t: 'b', v: true },
      { t: 'e', v: '#N/A' },
      { t: 's', v: 'IDx' },
    ],
  ],
]

/** What our reader sees in a package: each row's number and cells. */
export async function see(parts: Parts, odd: OddZip = {}): Promise<unknown[]> {
  const { rows: read } = await readAll(oddZip(parts, odd), {}, 'hazard.xlsx')
  return read.map(({ number, cells }) => [number, cells])
}

/** Every XML part changed in the same way. */
export function changeParts(parts: Parts, change: (xml: string, name: string) => string | Buffer): Parts {
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, change(String(xml), name)]))
}

/** Parts under other names; a name that is not listed stays. */
export function renameParts(parts: Parts, names: Record<string, string>): Parts {
  return Object.fromEntries(Object.entries(parts).map(([name, content]) => [names[name] ?? name, content]))
}

export { relationships, worksheet }
