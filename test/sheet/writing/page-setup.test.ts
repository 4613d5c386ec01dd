import { expect, it } from 'vitest'
import { choosePages } from '../../../src/sheet/writing/page-setup.ts'
import type { OutputSheet } from '../../../src/sheet/writing/workbook-writer.ts'

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
