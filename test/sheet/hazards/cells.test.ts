import { describe, expect, it } from 'vitest'
import { uncomputedCell } from '../../rooms/sheet.ts'
import { readCells, styles } from '../reading/workbook-parts.ts'

const texts =
  '<sst count="99" uniqueCount="1"><si><t>plain</t></si><si/><si><t/></si><si><t xml:space="preserve">  two  </t></si>' +
  '<si><r><t>a</t></r><r><rPr><b/></rPr><t xml:space="preserve"> b</t></r><rPh sb="0" eb="1"><t>PHON</t></rPh><phoneticPr fontId="1"/></si>' +
  '<si><t>漢字</t><rPh sb="0" eb="2"><t>カンジ</t></rPh></si></sst>'
const others = {
  'xl/sharedStrings.xml': texts,
  'xl/styles.xml': styles(
    '',
    '0.00',
    'dd/mm/yyyy',
    'h:mm',
    '[h]:mm',
    '@',
    '00000',
    '[=0]&quot;&quot;;d/m/yy',
    'd/m/yy;&quot;–&quot;0;&quot;none&quot;;@',
    '[&lt;1]h:mm;d/m/yy',
  ),
}

describe('a cell is read as it is seen:', () => {
  const s = (v: string) => ({ t: 's', v })
  const n = (v: number, f?: string) => (f === undefined ? { t: 'n', v } : { t: 'n', v, f })
  const d = (v: string, f: string) => ({ t: 'd', v, f })
  const z = { t: 'z' }

  it.each([
    // shared texts
    ['<c t="s"><v>1</v></c>', s('')],
    ['<c t="s"><v>2</v></c>', s('')],
    ['<c t="s"><v>3</v></c>', s('  two  ')],
    ['<c t="s"><v>4</v></c>', s('a b')],
    ['<c t="s"><v>5</v></c>', s('漢字')],
    ['<c t="s"><v> 0 </v></c>', s('plain')],
    ['<c t="s"><v></v></c>', z],
    ['<c t="s"><v/></c>', z],
    ['<c t="s"/>', z],
    // texts in place
    ['<c t="inlineStr"><is><t>one</t></is></c>', s('one')],
    ['<c t="inlineStr"><is><t xml:space="preserve"> one </t></is></c>', s(' one ')],
    ['<c t="inlineStr"><is><r><t>o</t></r><r><rPr><color rgb="FF0000"/></rPr><t>ne</t></r></is></c>', s('one')],
    ['<c t="inlineStr"><is/></c>', s('')],
    ['<c t="inlineStr"><v>old</v></c>', s('old')],
    ['<c t="inlineStr"><v>1.0</v><is><r><t>1.</t></r></is></c>', s('1.')],
    ['<c t="inlineStr"><is><r><t>1.</t></r></is><v>1.0</v></c>', s('1.')],
    ['<c t="inlineStr"><is><t><![CDATA[<one> & two]]></t></is></c>', s('<one> & two')],
    ['<c t="inlineStr"><is><t>AT&amp;T &lt; 5 &amp; > 4</t></is></c>', s('AT&T < 5 & > 4')],
    ['<c t="inlineStr"/>', z],
    ['<c t="str"><f>A1</f><v xml:space="preserve"> a </v></c>', s(' a ')],
    ['<c t="str"><v>a&#13;\nb</v></c>', s('a\nb')],
    ['<c t="inlineStr"><is><t>one</t><rPh sb="0" eb="1"><t>PHON</t></rPh></is></c>', s('one')],
    ['<c t="inlineStr"><is><t>line one&#10;line two</t></is></c>', s('line one\nline two')],
    ['<c t="inlineStr"><is><t>line one\r\nline two</t></is></c>', s('line one\nline two')],
    ['<c t="inlineStr"><is><t>a_x000D_\nb</t></is></c>', s('a\r\nb')],
    ['<c t="inlineStr"><is><t>_x005F_x000D_ _x00e9_ _xZZZZ_ _x1F600_</t></is></c>', s('_x000D_ é _xZZZZ_ _x1F600_')],
    ['<c t="inlineStr"><is><t>_xD83D__xDE00_</t></is></c>', s('😀')],
    ['<c t="inlineStr"><is><t>😀 &#128512; &#xD83D;&#xDE00; שלום é</t></is></c>', s('😀 😀 😀 שלום é')],
    ['<c t="inlineStr"><is><t>&amp;lt; &quot;&apos;&lt;&gt;</t></is></c>', s('&lt; "\'<>')],
    ['<c t="inlineStr"><is><t>\u00a0x\u200b</t></is></c>', s('\u00a0x\u200b')],
    ['<c t="str"><v>=1+1</v></c>', s('=1+1')],
    ['<c t="str"><v> </v></c>', s(' ')],
    ['<c t="str"><v>007</v></c>', s('007')],
    ['<c t="str"><v/></c>', s('')],
    // numbers
    ['<c><v>007</v></c>', n(7)],
    ['<c><v>-0</v></c>', n(-0)],
    ['<c><v>+5</v></c>', n(5)],
    ['<c><v>.5</v></c>', n(0.5)],
    ['<c><v>5.</v></c>', n(5)],
    ['<c><v> 5 </v></c>', n(5)],
    ['<c><v>0.30000000000000004</v></c>', n(0.30000000000000004)],
    ['<c><v>1.7976931348623157E+308</v></c>', n(Number.MAX_VALUE)],
    ['<c><v>5e-324</v></c>', n(5e-324)],
    ['<c><v>123456789012345678901234567890</v></c>', n(1.2345678901234568e29)],
    ['<c><v>1.2345678901234567E19</v></c>', n(1.2345678901234567e19)],
    ['<c t="n"><v>0</v></c>', n(0)],
    ['<c t=""><v>3</v></c>', n(3)],
    ['<c t="n"><v></v></c>', z],
    ['<c t="n"><v/></c>', z],
    ['<c><v>NaN</v></c>', s('NaN')],
    ['<c><v>1E400</v></c>', s('1E400')],
    ['<c s="1"><v>1234.5</v></c>', n(1234.5, '0.00')],
    ['<c s="5"><v>7</v></c>', n(7, '@')],
    ['<c s="6"><v>7</v></c>', n(7, '00000')],
    ['<c s=""><v>7</v></c>', n(7)],
    // Yes and No, errors
    ['<c t="b"><v>0</v></c>', { t: 'b', v: false }],
    ['<c t="b"><v>true</v></c>', { t: 'b', v: true }],
    ['<c t="b"><v> 1 </v></c>', { t: 'b', v: true }],
    ['<c t="b"><v/></c>', z],
    ...[
      '#NULL!',
      '#DIV/0!',
      '#VALUE!',
      '#REF!',
      '#NAME?',
      '#NUM!',
      '#N/A',
      '#GETTING_DATA',
      '#SPILL!',
      '#CALC!',
      '#FIELD!',
      '#BLOCKED!',
      '#CONNECT!',
      '#UNKNOWN!',
      '#BUSY!',
      '#PYTHON!',
    ].map((v): [string, object] => [`<c t="e"><v>${v}</v></c>`, { t: 'e', v }]),
    ['<c t="e" vm="1"><v>#VALUE!</v></c>', { t: 'e', v: '#VALUE!' }],
    // formulas
    ['<c><f>1+1</f><v>2</v></c>', n(2)],
    ['<c><f>1-1</f><v>0</v></c>', n(0)],
    ['<c t="b"><f>FALSE()</f><v>0</v></c>', { t: 'b', v: false }],
    ['<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', s('ab')],
    ['<c t="e"><f>NA()</f><v>#N/A</v></c>', { t: 'e', v: '#N/A' }],
    ['<c t="s"><f>A1</f><v>0</v></c>', s('plain')],
    ['<c><f t="shared" ref="A1:A9" si="0">B1</f><v>4</v></c>', n(4)],
    ['<c><f t="shared" si="0"/><v>4</v></c>', n(4)],
    ['<c><f t="array" ref="A1:A3">SUM(B1:B3)</f><v>4</v></c>', n(4)],
    ['<c cm="1"><f t="array" ref="A1:A3">_xlfn._xlws.SORT(B1:B3)</f><v>4</v></c>', n(4)],
    ['<c><f t="dataTable" ref="A1:A3" dt2D="1" dtr="1" r1="B1" r2="B2"/><v>4</v></c>', n(4)],
    ['<c><f ca="1">NOW()</f><v>46082.5</v></c>', n(46082.5)],
    ['<c s="2"><f>TODAY()</f><v>46082</v></c>', d('2026-03-01T00:00:00', 'dd/mm/yyyy')],
    ['<c><v>2</v><f>1+1</f></c>', n(2)],
    ['<c><f>1+1</f></c>', uncomputedCell],
    ['<c t="str"><f>A1</f></c>', uncomputedCell],
    // dates
    ['<c s="2"><v>1</v></c>', d('1900-01-01T00:00:00', 'dd/mm/yyyy')],
    ['<c s="2"><v>59</v></c>', d('1900-02-28T00:00:00', 'dd/mm/yyyy')],
    ['<c s="2"><v>60</v></c>', n(60, 'dd/mm/yyyy')],
    ['<c s="2"><v>61</v></c>', d('1900-03-01T00:00:00', 'dd/mm/yyyy')],
    ['<c s="2"><v>-1</v></c>', n(-1, 'dd/mm/yyyy')],
    ['<c s="2"><v>2958465</v></c>', d('9999-12-31T00:00:00', 'dd/mm/yyyy')],
    ['<c s="2"><v>2958466</v></c>', n(2958466, 'dd/mm/yyyy')],
    ['<c s="2"><v>46082.999999999</v></c>', d('2026-03-02T00:00:00', 'dd/mm/yyyy')],
    ['<c s="2"><v>46081.9999999999</v></c>', d('2026-03-01T00:00:00', 'dd/mm/yyyy')],
    ['<c s="2"><v>46082.395833333336</v></c>', d('2026-03-01T09:30:00', 'dd/mm/yyyy')],
    ['<c s="3"><v>0</v></c>', d('1899-12-30T00:00:00', 'h:mm')],
    ['<c s="3"><v>0.999999</v></c>', d('1899-12-30T23:59:59.914', 'h:mm')],
    ['<c s="4"><v>1.25</v></c>', d('1899-12-31T06:00:00', '[h]:mm')],
    ['<c s="7"><v>46082</v></c>', d('2026-03-01T00:00:00', '[=0]"";d/m/yy')],
    ['<c s="7"><v>0</v></c>', n(0, '[=0]"";d/m/yy')],
    ['<c s="8"><v>46082</v></c>', d('2026-03-01T00:00:00', 'd/m/yy;"–"0;"none";@')],
    ['<c s="8"><v>-5</v></c>', n(-5, 'd/m/yy;"–"0;"none";@')],
    ['<c s="8"><v>0</v></c>', n(0, 'd/m/yy;"–"0;"none";@')],
    ['<c s="9"><v>0.5</v></c>', d('1899-12-30T12:00:00', '[<1]h:mm;d/m/yy')],
    ['<c s="9"><v>46082</v></c>', d('2026-03-01T00:00:00', '[<1]h:mm;d/m/yy')],
    ['<c t="d" s="2"><v>2026-03-01T00:00:00Z</v></c>', d('2026-03-01T00:00:00', 'dd/mm/yyyy')],
    ['<c t="d" s="2"><v>2026-03-01T00:00:00.000</v></c>', d('2026-03-01T00:00:00', 'dd/mm/yyyy')],
    ['<c t="d" s="2"><v>2026-03-01T09:30:00.0000000000</v></c>', d('2026-03-01T09:30:00', 'dd/mm/yyyy')],
    ['<c t="d" s="2"><v>2026-03-01T09:29:59.99999999999</v></c>', d('2026-03-01T09:30:00', 'dd/mm/yyyy')],
    ['<c t="d" s="2"><v> 2026-03-01 </v></c>', d('2026-03-01T00:00:00', 'dd/mm/yyyy')],
    ['<c t="d" s="3"><v>09:30:00</v></c>', d('1899-12-30T09:30:00', 'h:mm')],
    ['<c t="d" s="2"><v>46082</v></c>', d('2026-03-01T00:00:00', 'dd/mm/yyyy')],
  ])('%s', async (xml, cell) => {
    const last = { t: 's', v: 'end' }
    expect(await readCells(`<row>${xml}<c t="str"><v>end</v></c></row>`, others)).toEqual([[cell, last]])
  })

  it('a text of 32,767 characters and one of a million', async () => {
    for (const length of [32_767, 1_000_000]) {
      const xml = `<row><c t="inlineStr"><is><t>${'é&amp;'.repeat(length / 2)}</t></is></c></row>`
      const [[cell] = []] = await readCells(xml)
      expect(cell).toEqual({ t: 's', v: 'é&'.repeat(length / 2) })
    }
  })
})

describe('rows and cells in odd places:', () => {
  const one = '<c><v>1</v></c>'
  it.each([
    ['cells out of order', '<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>', [[1, null, 3]]],
    ['rows out of order', `<row r="2"><c r="A2"><v>2</v></c></row><row r="1">${one}</row>`, [[2], [1]]],
    ['a row that takes the number of its first cell', `<row><c r="A3"><v>1</v></c></row><row>${one}</row>`, [[1], [1]]],
    ['absolute references', '<row r="1"><c r="$B$1"><v>1</v></c></row>', [[null, 1]]],
    ['empty references', '<row r="1"><c r=""><v>1</v></c><c r=""><v>2</v></c></row>', [[1, 2]]],
    ['spans that lie', '<row r="1" spans="5:9"><c r="B1"><v>1</v></c></row>', [[null, 1]]],
    ['the last column', '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"/></row>', [[1]]],
    ['rows without anything', `<row r="1"/><row r="2"></row><row r="3">${one}</row>`, [[1]]],
    ['formatted empty cells at the end', `<row r="1">${one}<c r="B1" s="1"/><c r="C1" s="1"/></row>`, [[1]]],
    ['an empty row number', `<row r="">${one}</row><row>${one}</row>`, [[1], [1]]],
  ])('%s', async (_, xml, seen) => {
    const cells = await readCells(xml, others)
    expect(cells.map((row) => row.map((cell) => (cell.t === 'n' ? cell.v : null)))).toEqual(seen)
  })
})

describe('the date system of 1904', () => {
  it.each([
    ['<workbookPr date1904="1"/>', '2030-03-02'],
    ['<workbookPr date1904="true"/>', '2030-03-02'],
    ['<workbookPr date1904="0"/>', '2026-03-01'],
    ['<workbookPr date1904="false"/>', '2026-03-01'],
    ['<workbookPr/>', '2026-03-01'],
    ['<workbookPr date1904="1"/><extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>', '2030-03-02'],
  ])('%s', async (properties, date) => {
    const workbook = `<workbook xmlns:r="u">${properties.replace(/<extLst.*/, '')}<sheets><sheet name="S" r:id="rId1"/></sheets>${/<extLst.*/.exec(properties)?.[0] ?? ''}</workbook>`
    expect(await readCells('<row><c s="2"><v>46082</v></c></row>', { ...others, 'xl/workbook.xml': workbook })).toEqual(
      [[{ t: 'd', v: `${date}T00:00:00`, f: 'dd/mm/yyyy' }]],
    )
  })
})
