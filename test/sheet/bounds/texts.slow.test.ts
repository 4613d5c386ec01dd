import { expect, it } from 'vitest'
import { detectDelimiter, findSepLine } from '../../rooms/sheet/csv.ts'
import { findHeadings } from '../../rooms/sheet/headings.ts'
import { formatFor, formatOf, isValidFormat, showMasked, showNumber } from '../../rooms/sheet/number-format.ts'
import {
  classifyDateOrder,
  createValueList,
  listDateReadings,
  maxTextLength,
  parseDatePattern,
  readChoice,
  readDateTime,
  readEmail,
  readId,
  readInteger,
  readListed,
  readText,
} from '../../rooms/sheet/values.ts'
import { foldHeading, foldText, foldWholeHeading, headingWords, nearestMatch } from '../../rooms/sheet.ts'
import { scale } from '../../support/scale.ts'
import { seededRandom } from '../../support/seeded-random.mjs'

const countries = createValueList(['Spain', 'United Kingdom', 'Côte d’Ivoire'])
const yesNo = createValueList(['Yes', 'No'])
const pattern = parseDatePattern('DD.MM.YYYY')
const fields = [
  { field: 'destination', aliases: ['Host country', 'To'], isRequired: true },
  { field: 'startDate', aliases: ['Trip start', 'From'], isRequired: true },
]

/** What long runs of are hard for a careless expression: brackets, quotes, spaces, digits and what joins them. */
const pieces = [
  '[',
  ']',
  '"',
  '""',
  '\\',
  '_',
  '*',
  '(',
  ')',
  ' ',
  '\u00a0',
  '\t',
  '\n',
  '\r',
  '\u200b',
  'é',
  'ß',
  'A',
  'aB',
]
const more = [
  '0',
  '#',
  '9',
  '.',
  ',',
  ';',
  '-',
  "'",
  '/',
  ':',
  '@',
  '<',
  '>',
  '=',
  '="',
  '[$',
  '[h',
  's.0',
  'y',
  'E+',
  '%',
  '?',
]

const readers: Record<string, (text: string) => unknown> = {
  showNumber: (format) => showNumber(1234.5, format),
  showMasked: (format) => showMasked(12, format),
  formatOf: (format) => formatFor(5, formatOf(200, new Map([[200, format]]))),
  isValidFormat,
  foldHeading,
  foldWholeHeading,
  headingWords,
  foldText,
  findHeadings: (v) => findHeadings(aboveEachOther(v), fields, new Map([[v, 'startDate']])),
  nearest: (text) => nearestMatch(text, countries.values),
  readChoice: (v) => readChoice({ t: 's', v }, yesNo),
  readListed: (v) => readListed({ t: 's', v }, countries),
  readListedFreely: (v) => readListed({ t: 's', v }, undefined),
  readDateTime: (v) => readDateTime({ t: 's', v }, { pattern }),
  listDateReadings,
  hintAtOrder: (v) => classifyDateOrder(v, pattern),
  readEmail: (v) => readEmail({ t: 's', v }),
  readId: (v) => readId({ t: 's', v }),
  readInteger: (v) => readInteger({ t: 's', v }, { min: 0 }),
  readText: (v) => readText({ t: 's', v }),
  findSepLine: (text) => findSepLine(`sep=${text}`),
  detectDelimiter,
}

function aboveEachOther(v: string) {
  return [1, 2].map((number) => ({ number, cells: [{ t: 's' as const, v }], isHidden: false }))
}

it('no text of a cell, a heading or a number format takes a reader longer than a second', () => {
  const random = seededRandom(20261122)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const slow: string[] = []
  const count = scale({ full: 10_000, short: 200 })
  for (let number = 0; number < count; number += 1) {
    let text = ''
    const parts = 1 + Math.floor(random() * 5)
    const longest = number % 2 === 0 ? 4_096 : maxTextLength
    while (text.length < longest / 2) {
      const piece = Array.from({ length: parts }, () => pick(random() < 0.5 ? pieces : more)).join('')
      text += piece.repeat(1 + Math.floor((random() * longest) / piece.length))
    }
    text = text.slice(0, longest)
    for (const [name, read] of Object.entries(readers)) {
      const before = process.cpuUsage()
      read(text)
      const { user } = process.cpuUsage(before)
      if (user > 1_000_000) slow.push(`${name} ${Math.round(user / 1000)} ms: ${JSON.stringify(text.slice(0, 60))}`)
    }
  }
  expect(slow).toEqual([])
})
