import type { Random } from '../../rooms/support.ts'
import { below, pick } from './choose.ts'

type Mutation = (tokens: string[], random: Random) => void

const odd = [
  '',
  '0',
  '-1',
  '1e999',
  '-0.5',
  'NaN',
  '1048577',
  '4294967296',
  '99999999999999999999999999',
  'XFE1048577',
  'A0',
  'a1:zz9',
  'A1:XFD1048576',
  '../../../x.xml',
  '\\xl\\worksheets\\sheet1.xml',
  '%00',
  '_x0000_',
  '&#x10FFFF;',
  '&#xD800;',
  '&#0;',
  '&nbsp;',
  '&amp;lt;',
  'true',
  'inlineStr',
  's',
  'é漢😀\u202e\u0301',
  '[h]:mm;@"x"\\_*',
  'x'.repeat(40_000),
] as const

const pieces = [
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<!-- <row><c> -->',
  '<![CDATA[<v>]]>',
  '<?pi ?>',
  '<',
  '>',
  '&',
  ']]>',
  '\u0000',
  '\ufeff',
  '\r\n',
  '<c/>',
  '<row/>',
  '<row r="5"><c r="A5"><v>5</v></c></row>',
  '<c r="XFD1"><v>1</v></c>',
  '<v>1</v>',
  '</row>',
  '<is><t>x</t></is>',
  '<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="A1:B2"/></mergeCells>',
  '<cols><col min="1" max="16384" hidden="1"/></cols>',
  '<a>'.repeat(400),
  '<a>'.repeat(200) + '</a>'.repeat(200),
] as const

const mutations: readonly Mutation[] = [
  (tokens, random) => void tokens.splice(below(random, tokens.length), 1 + below(random, 3)),
  (tokens, random) => {
    const at = below(random, tokens.length)
    tokens.splice(at, 0, ...tokens.slice(at, at + 1 + below(random, 6)))
  },
  (tokens, random) => {
    const [one, other] = [below(random, tokens.length), below(random, tokens.length)]
    const kept = tokens[one] ?? ''
    tokens[one] = tokens[other] ?? ''
    tokens[other] = kept
  },
  (tokens, random) => void tokens.splice(below(random, tokens.length + 1), 0, pick(random, [...pieces, ...odd])),
  (tokens, random) => {
    const at = below(random, tokens.length)
    tokens.splice(at, 0, ...Array.from({ length: 1 + below(random, 200) }, () => tokens[at] ?? ''))
  },
  (tokens, random) => void tokens.splice(below(random, tokens.length)),
  changeTag(/="[^"]*"/g, (found, random) =>
    pick(random, [`="${pick(random, odd)}"`, `=${found.slice(1, -1)}'`, '', '=']),
  ),
  changeTag(/\s[\w:]+=/g, (found, random) =>
    pick(random, [' r=', ' t=', ' s=', ' x:y=', found.toUpperCase(), found + found]),
  ),
  changeTag(/^<\/?[\w:]+/g, (found, random) =>
    pick(random, ['<row', '<c', '</c', '<v', `${found}x`, found.replace('<', '<x:'), '<']),
  ),
  changeTag(/\/?>$/g, (_, random) => pick(random, ['>', '/>', '', ' / >', '>>'])),
  (tokens, random) => {
    const at = below(random, tokens.length)
    if (!(tokens[at] ?? '').startsWith('<')) tokens[at] = pick(random, odd)
  },
]

/** Changes a few of the tags and texts of an XML part. */
export function mutateXml(xml: string, random: Random): string {
  const tokens = xml.split(/(<[^<>]*>)/).filter((token) => token !== '')
  for (let times = 1 + below(random, 4); times > 0 && tokens.length > 0; times -= 1) {
    pick(random, mutations)(tokens, random)
  }
  // Twice-repeated repetitions are for the bombs, not for here.
  return tokens.join('').slice(0, 4_000_000)
}

function changeTag(what: RegExp, to: (found: string, random: Random) => string): Mutation {
  return (tokens, random) => {
    const tags = tokens.flatMap((token, index) => (token.startsWith('<') && token.search(what) >= 0 ? [index] : []))
    if (tags.length === 0) return
    const at = pick(random, tags)
    const chosen = pick(random, [...(tokens[at] ?? '').matchAll(what)])
    const end = chosen.index + chosen[0].length
    const token = tokens[at] ?? ''
    tokens[at] = token.slice(0, chosen.index) + to(chosen[0], random) + token.slice(end)
  }
}
