import { describe, expect, it } from 'vitest'
import { classifyFormat, isValidFormat, showNumber } from '../../rooms/sheet/number-format.ts'

describe('a number format', () => {
  it.each([
    'General',
    '0',
    '00000',
    '#,##0.00',
    '0%',
    '0.00E+00',
    '# ?/?',
    '# ??/100',
    '@',
    'yyyy-mm-dd',
    'dd/mm/yyyy hh:mm',
    'd-mmm-yy',
    'h:mm AM/PM',
    'h:mm:ss a/p',
    'mm:ss.0',
    '[h]:mm:ss',
    '[mm]:ss.000',
    '[ss].00',
    '"$"#,##0_);[Red]\\("$"#,##0\\)',
    '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
    '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
    '[$-409]d\\-mmm\\-yy;@',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    '#,##0.00\\ [$€-407]',
    '[$-x-sysdate]dddd',
    '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####',
    '[Blue][>100]0;[Color 12][<-5]0;0',
    '"E-"000',
    '0" km"',
    'General" km"',
    ';;;',
    '[DBNum1][$-804]yyyy"年"m"月"d"日"',
    'yyyy年m月d日',
    'gge"年"',
    '0 €',
    '000-00-0000',
    '+0;-0;0',
    'aaa',
  ])('%j is sound', (format) => {
    expect(isValidFormat(format)).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['too long', '0'.repeat(256)],
    ['a quote that does not end', 'yyyy"-mm'],
    ['a bracket that does not end', '[h:mm'],
    ['a bracket that does not begin', 'h]:mm'],
    ['an unknown bracket', '[Foo]0'],
    ['a bracket of hours and minutes', '[hm]'],
    ['a comparison that is none', '[<<5]0'],
    ['a colour in German', '[Rot]0'],
    ['letters without quotes', '0 km'],
    ['German letters', 'TT.MM.JJJJ'],
    ['five sections', '0;0;0;0;0'],
    ['digits and a date', '0 yyyy'],
    ['digits and text', '0@'],
    ['General and digits', 'General0'],
    ['four digits of a second', 'ss.0000'],
    ['an exponent without sign', '0.00E00'],
    ['an escape of nothing', '0\\'],
    ['padding with nothing', '0_'],
    ['a control character', '0\u0001'],
    ['a lone surrogate', '0"\ud800"'],
    ['a noncharacter', '0"\uffff"'],
  ])('is refused: %s', (_, format) => {
    expect(isValidFormat(format)).toBe(false)
  })

  it.each(['0"', '0[', '0\\', '0"kg', '0[h', '0[Red', '0[>5'])(
    '%j, which does not end, means the same to all who ask',
    (code) => {
      expect(isValidFormat(code)).toBe(false)
      expect(showNumber(7, code)).toBe('7')
      expect(classifyFormat(code).kind).toBe('number')
    },
  )
})
