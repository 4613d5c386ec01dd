import fc from 'fast-check'
import type { OutputCell } from '../../rooms/sheet/writing.ts'
import { anyAddress } from '../../support/any-address.ts'
import { anyCharacter } from '../../support/any-character.ts'

/** Text that writers and readers get wrong, in pieces that make it worse together. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['=1+1', '+1', '-1', '@SUM(A1)', "'", '"', '<&>', ']]>', '&amp;', '&#10;', '{"formula":"1"}'],
        ...['_x0041_', '_x005F_', '_x000d_', '_', 'x0041_', '_x', '_xD800_'],
        ...['\t', '\n', '\r', '\r\n', ' ', '  ', '\u00a0', '\u2028', '\u0085', '\ufeff'],
        ...['\u0000', '\u0001', '\u001f', '\u007f', '\u0080', '\ufffe', '\uffff', '\ufdd0', '\ud800', '\udc00'],
        ...['😀', '👩‍👩‍👧', 'e\u0301', 'שלום', '\u202eabc', '東京', 'Ærø', '\u{1fffe}', '\u{10ffff}'],
        ...['007', '1E5', '2026-03-01', 'TRUE', '#N/A', 'null', ',', ';', '', 'a'],
      ),
      fc.string({ unit: anyCharacter, maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))

const numberFormats = [
  ...['0', '00000', '#,##0.00', '0%', '0.00E+00', '# ?/?', '000-00-0000', '"E-"000', '0" km"', '#,##0.00\\ [$€-407]'],
  ...['_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)', '[Red]0;[Blue]-0', '0 "<&>\'"', 'General" x"', '@'],
]
export const dateFormats = [
  ...['yyyy-mm-dd', 'dd/mm/yyyy', 'd-mmm-yy', 'mm-dd-yy', '[$-409]d\\-mmm\\-yyyy;@', 'yyyy"年"m"月"d"日"'],
  ...['dd.mm.yyyy hh:mm', 'm/d/yy h:mm', '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'h:mm AM/PM', 'hh:mm:ss'],
]
const fineDateFormats = ['yyyy-mm-dd hh:mm:ss.000', 'mm:ss.0', 'hh:mm:ss.000']
const durationFormats = ['[h]:mm', '[h]:mm:ss', '[mm]:ss.000']
/** Excel calls a workbook that holds one of these damaged. */
export const badFormats = ['TT.MM.JJJJ', '0 km', '[Rot]0', '0"', '0;0;0;0;0', '[h:mm', '0@', '0'.repeat(256), '\u0001']

const anyNumber = fc.oneof(
  fc.constantFrom(
    ...[0, -0, 1e21, -1e21, 1e-7, 5e-324, 2.2e-308, 1.7976931348623157e308, 0.1 + 0.2, 123_456_789_012_345],
  ),
  fc.constantFrom(...[2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e15, 999_999_999_999_999_900, 1 / 3]),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** From 1900 to 9999 by the second; `1900-02-29` is no date, and 1900-01-01 the first one. */
const anyDay = fc
  .oneof(
    fc.constantFrom('1900-01-01', '1900-02-28', '1900-03-01', '1904-01-01', '1904-01-02', '2024-02-29', '9999-12-31'),
    fc
      .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  )
  .filter((day) => day !== '1900-02-29')
const anyClock = fc.oneof(
  fc.constantFrom('00:00:00', '12:00:00', '23:59:59', '00:00:01', '09:29:59'),
  fc.nat(86_399).map((seconds) => new Date(seconds * 1000).toISOString().slice(11, 19)),
)
const anyFineClock = fc
  .tuple(anyClock, fc.integer({ min: 1, max: 999 }))
  .map(([clock, ms]) => `${clock}.${`${ms}`.padStart(3, '0')}`)

const anyDate = fc.oneof(
  fc.record({
    t: fc.constant('d' as const),
    v: fc.tuple(anyDay, anyClock).map(([day, clock]) => `${day}T${clock}`),
    f: fc.constantFrom(...dateFormats),
  }),
  fc.record({
    t: fc.constant('d' as const),
    v: fc.tuple(anyDay, fc.oneof(anyClock, anyFineClock)).map(([day, clock]) => `${day}T${clock}`),
    f: fc.constantFrom(...fineDateFormats),
  }),
  fc.record({ t: fc.constant('d' as const), v: anyClock.map((clock) => `1899-12-30T${clock}`) }),
  fc.record({
    t: fc.constant('d' as const),
    v: fc
      .tuple(fc.constantFrom('1899-12-29', '1899-12-30', '1899-12-31', '1900-01-05', '1900-03-05'), anyClock)
      .map(([day, clock]) => `${day}T${clock}`),
    f: fc.constantFrom(...durationFormats),
  }),
  // Without a format it gets one that shows all there is.
  fc.record({
    t: fc.constant('d' as const),
    v: fc.tuple(anyDay, fc.oneof(anyClock, anyFineClock)).map(([day, clock]) => `${day}T${clock}`),
  }),
)

/** Numbers that a date format cannot show stay numbers. */
const unshown = fc.constantFrom<OutputCell>(
  { t: 'n', v: 60, f: 'dd/mm/yyyy' },
  { t: 'n', v: -1, f: 'yyyy-mm-dd' },
  { t: 'n', v: 1e10, f: 'yyyy-mm-dd' },
)

export const anyCell: fc.Arbitrary<OutputCell> = fc.oneof(
  { weight: 4, arbitrary: anyText.map((v): OutputCell => ({ t: 's', v })) },
  {
    weight: 3,
    arbitrary: fc.record({ t: fc.constant('n' as const), v: anyNumber, f: fc.constantFrom(...numberFormats) }),
  },
  { weight: 1, arbitrary: anyNumber.map((v): OutputCell => ({ t: 'n', v })) },
  { weight: 4, arbitrary: anyDate },
  { weight: 1, arbitrary: unshown },
  { weight: 1, arbitrary: fc.boolean().map((v): OutputCell => ({ t: 'b', v })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('#N/A', '#REF!', '#NAME?', '#DIV/0!', '#NULL!', '#VALUE!', '#NUM!')
      .map((v): OutputCell => ({ t: 'e', v })),
  },
  { weight: 1, arbitrary: fc.constant<OutputCell>({ t: 'z' }) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyText, anyAddress).map(([v, href]): OutputCell => ({ t: 'link', v, href })),
  },
)

export const anyRows: fc.Arbitrary<OutputCell[][]> = fc.array(fc.array(anyCell, { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 12,
})
