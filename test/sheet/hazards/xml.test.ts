import { describe, expect, it } from 'vitest'
import { changeParts, main, sampleParts, sampleRows, see } from './sample.ts'

/** The elements of a workbook's own vocabulary; lists of types and links have others. */
function prefix(xml: string, name: string): string {
  if (name.endsWith('.rels') || name.startsWith('[')) return xml
  return xml.replace(/<(\/?)([a-zA-Z])/g, '<$1x:$2').replace(` xmlns="${main}"`, ` xmlns:x="${main}"`)
}

function utf16(xml: string, order: 'le' | 'be', hasMark: boolean): Buffer {
  const text = xml.replace('encoding="UTF-8"', 'encoding="UTF-16"')
  const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

const noise = '<!-- <row> & "quoted" \' -- > <c> -->'
const changes: Record<string, (xml: string, name: string) => string | Buffer> = {
  'prefixes (Open XML SDK, ClosedXML, Power BI)': prefix,
  'single quotes': (xml) => xml.replaceAll('"', "'").replaceAll("&amp;'x'", '&amp;&quot;x&quot;'),
  'white space and line breaks in tags': (xml) =>
    xml.replace(
      /<([\w:]+)((?: [^<>]*?)?)(\/?)>/g,
      (_, tag, attributes, end) => `<${tag}${attributes.replace(/ ([\w:]+)="/g, '\r\n\t$1 = "')}\n${end}>`,
    ),
  'white space between tags': (xml) => xml.replace(/></g, '>\r\n  <'),
  'closing tags with spaces': (xml) => xml.replace(/<\/([\w:]+)>/g, '</$1 \n>'),
  'empty elements as pairs': (xml) => xml.replace(/<([\w:]+)((?: [^<>]*?)?)\/>/g, '<$1$2></$1>'),
  'comments between tags': (xml) =>
    xml
      .replace(/(<\/?(?:row|c|v|si|t|xf|Override|Relationship|sheet)[ >/])/g, `${noise}$1`)
      .replace(/^(<!--.*?-->)(<\?xml.*?\?>)/, '$2$1'),
  'comments within texts': (xml) => xml.replace(/<(t|v)>([^<])/g, `<$1>${noise}$2${noise}`),
  'processing instructions everywhere': (xml) =>
    xml.replace(/></g, '><?pi a="1" > ?><').replace(/<(t|v)>([^<])/g, '<$1>$2<?pi?>'),
  'texts in CDATA': (xml) =>
    xml.replace(/<(t|v)>([^<]+)</g, (_, tag, text) => `<${tag}><![CDATA[${text.replaceAll('&amp;', '&')}]]><`),
  'texts half in CDATA': (xml) => xml.replace(/<(t|v)>([^<&])([^<]*)</g, '<$1><![CDATA[$2]]>$3<'),
  'numeric entities': (xml) =>
    xml.replace(/<(t|v)>([^<&])/g, (_, tag, first) => `<${tag}>&#x${first.charCodeAt(0).toString(16)};`),
  'decimal entities': (xml) => xml.replace(/<(t|v)>([^<&])/g, (_, tag, first) => `<${tag}>&#${first.charCodeAt(0)};`),
  'a byte order mark': (xml) => `\ufeff${xml}`,
  'a byte order mark and no declaration': (xml) => `\ufeff${xml.replace(/^<\?xml.*?\?>/, '')}`,
  'UTF-16, little end first': (xml) => utf16(xml, 'le', true),
  'UTF-16, big end first': (xml) => utf16(xml, 'be', true),
  'UTF-16, little end first, without a mark': (xml) => utf16(xml, 'le', false),
  'UTF-16, big end first, without a mark': (xml) => utf16(xml, 'be', false),
  'Latin-1': (xml) =>
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml.replace(/^<\?xml.*?\?>/, '')}`, 'latin1'),
  'UTF-8 that says it is UTF-16': (xml) => xml.replace('encoding="UTF-8"', 'encoding="UTF-16"'),
  'a lower-case encoding': (xml) => xml.replace('encoding="UTF-8"', "encoding='utf8' standalone='yes'"),
  'white space before the declaration': (xml) => `\n${xml}`,
  'line ends behind the root': (xml) => `${xml}\r\n<!-- end -->\n`,
  'attributes of other namespaces': (xml) =>
    xml.replace(
      /<(row|c|sheet|workbook|worksheet) /g,
      '<$1 xmlns:x14ac="http://ac" x14ac:dyDescent="0.25" xr:uid="{0}" mc:Ignorable="x14ac" x14ac:s="9" x14ac:t="e" x14ac:hidden="1" ',
    ),
  'elements unknown to us': (xml) =>
    xml
      .replace(
        /<sheetData>/g,
        '<sheetPr><tabColor rgb="FF0000"/><v>1</v></sheetPr><dimension ref="A1:XFD1048576"/><sheetViews><sheetView><selection/></sheetView></sheetViews><cols><col min="1" max="2" hidden="1"/></cols><sheetData>',
      )
      .replace(/<\/c>/g, '<extLst><ext><v>9</v><is><t>no</t></is></ext></extLst></c>')
      .replace(/<\/row>/g, '<extLst><ext><c><v>9</v></c></ext></extLst></row>')
      .replace(
        /<\/sheetData>/g,
        '</sheetData><extLst><ext><sheetData><row><c><v>1</v></c></row></sheetData></ext></extLst>',
      ),
  'choices among markup': (xml) =>
    xml
      .replace(
        '<sheets>',
        '<mc:AlternateContent xmlns:mc="m"><mc:Choice Requires="x15"><x15ac:absPath url="C:\\a" xmlns:x15ac="x"/></mc:Choice></mc:AlternateContent><sheets>',
      )
      .replace(
        /<\/worksheet>/,
        '<mc:AlternateContent xmlns:mc="m"><mc:Choice Requires="x14"><controls><control/></controls></mc:Choice><mc:Fallback><legacy/></mc:Fallback></mc:AlternateContent></worksheet>',
      ),
}

describe('a workbook whose XML is written in another way is read like any other:', () => {
  it.each(Object.entries(changes))('%s', async (_, change) => {
    expect(await see(changeParts(sampleParts(), change))).toEqual(sampleRows)
  })

  it('every character cut in two between chunks, as texts of all lengths do', async () => {
    const text = 'ä漢𝄞'
    for (let shift = 0; shift < 9; shift += 1) {
      const filler = 'x'.repeat(65_536 - 400 + shift)
      const many = Array.from({ length: 300 }, () => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
      const parts = {
        ...sampleParts(),
        'xl/worksheets/sheet1.xml': `<worksheet><!--${filler}--><sheetData><row>${many}</row></sheetData></worksheet>`,
      }
      const [[, cells]] = (await see(parts)) as [[number, { v: string }[]]]
      expect(new Set(cells.map(({ v }) => v))).toEqual(new Set([text]))
    }
  })
})
