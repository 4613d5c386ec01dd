import { expect, it } from 'vitest'
import { choosePages, fitToStamp, type OutputSheet, pageXml } from '../../rooms/sheet/writing.ts'

function sheet(width: number, rest: Partial<OutputSheet> = {}): OutputSheet {
  return { name: 'Ann', columns: [{ heading: 'a', width }], ...rest }
}

it.each([
  ['narrow and short', sheet(90), 80, { orientation: 'portrait', wide: 1, high: 1 }],
  ['narrow and long', sheet(90), 90, { orientation: 'portrait', wide: 1, high: 0 }],
  ['broad and short', sheet(200), 55, { orientation: 'landscape', wide: 1, high: 1 }],
  ['broad and long', sheet(200), 60, { orientation: 'landscape', wide: 1, high: 0 }],
  ['broader than can be read', sheet(251), 10, { orientation: 'landscape', wide: 2, high: 1 }],
  [
    'to be filled in further',
    { name: 'Ann', columns: [{ heading: 'a', width: 20, entry: { kind: 'text' } }] } satisfies OutputSheet,
    1,
    { orientation: 'portrait', wide: 1, high: 0 },
  ],
  ['printed in part', sheet(900, { printed: 'A1:L40' }), 900, { orientation: 'landscape', wide: 1, high: 1 }],
] as const)('a sheet that is %s takes as few pages as can be read', (_, plan, lines, pages) => {
  expect(choosePages(plan, lines)).toEqual(pages)
})

it.each([
  ['narrower than the stamp', { heading: 'Row', width: 8 }, 'SIMULATED', 12],
  ['wider', { heading: 'Value', width: 20 }, 'SIMULATED', 20],
  ['without a width of its own', { heading: 'Row' }, 'SIMULATED', 12],
  ['without a stamp', { heading: 'Row', width: 8 }, undefined, 8],
])('a column that is %s breaks no word of its heading', (_, column, stamp, width) => {
  expect(fitToStamp({ name: 'Ann', columns: [column] }, stamp).columns[0]?.width).toBe(width)
})

it.each([
  ['a table', {}, true],
  ['text', { hasHeadings: false }, false],
  ['charts', { printed: 'A1:L40' }, false],
])('%s is printed with lines between its cells: %j, %s', (_, plan, hasLines) => {
  const xml = pageXml(plan, undefined, { orientation: 'portrait', wide: 1, high: 1 })
  expect(xml.startsWith('<printOptions gridLines="1"/><pageMargins')).toBe(hasLines)
})
