/** In order of preference in a tie. */
const candidates = [',', ';', '\t', '|'] as const
const recordsToJudge = 20

/** Excel's own first line `sep=;` is not data; saved again, it has more delimiters. `length`: with its line end. */
export function findSepLine(text: string): { delimiter: string; length: number } | undefined {
  const start = /^"?sep=([^\r\n"])"?/i.exec(text)
  const delimiter = start?.[1]
  if (start === null || delimiter === undefined) return undefined
  let at = start[0].length
  // Loops, since one expression takes quadratic time when the delimiter is a space.
  while (text[at] === delimiter) at += 1
  while (/[^\S\t\r\n]/.test(text.charAt(at))) at += 1
  if (at < text.length && text[at] !== '\r' && text[at] !== '\n') return undefined
  return { delimiter, length: at + (text.startsWith('\r\n', at) ? 2 : Math.min(1, text.length - at)) }
}

interface DelimiterScore {
  delimiter: string
  /** The most frequent number of fields above one, and the share of records that have it. */
  fields: number
  share: number
  /** Fields of the first record, and the share of records with more than half as many. */
  first: number
  alike: number
}

/**
 * Chooses the delimiter that gives most of the first 20 records the same number of fields. More fields win a tie,
 * except against commas within numbers.
 * With ragged lines, the delimiter that splits the first record, mostly the headings, into many more fields wins:
 * "April 15, 2026;E1;…" has one comma in every line.
 */
export function detectDelimiter(start: string): string {
  const verdicts = candidates.map((delimiter) => scoreDelimiter(delimiter, countFields(start, delimiter)))
  const areAllDecimal = !/(?<!\d),|,(?!\d)/.test(start)
  let best: DelimiterScore = { delimiter: ',', share: 0, fields: 1, first: 1, alike: 0 }
  for (const verdict of verdicts) {
    const { share, fields } = verdict
    const isMore = fields > best.fields || (best.delimiter === ',' && fields > 1 && areAllDecimal)
    if (share > best.share || (share === best.share && isMore)) best = verdict
  }
  const ragged = verdicts.find(({ first, alike }) => first > 2 * Math.max(best.fields, best.first) && alike > 0.5)
  return (ragged ?? best).delimiter
}

function scoreDelimiter(delimiter: string, counts: readonly number[]): DelimiterScore {
  const timesOf = (wanted: number): number => counts.filter((count) => count === wanted).length
  const [fields = 1] = counts.filter((count) => count > 1).toSorted((a, b) => timesOf(b) - timesOf(a) || b - a)
  const [first = 1] = counts
  const all = Math.max(1, counts.length)
  const share = fields === 1 ? 0 : timesOf(fields) / all
  return { delimiter, fields, share, first, alike: counts.filter((count) => 2 * count > first).length / all }
}

/** Fields of each record that is not blank; a quote counts only at the start of a field. */
function countFields(text: string, delimiter: string): number[] {
  const counts: number[] = []
  let fields = 1
  let isQuoted = false
  let fieldStart = 0
  let recordStart = 0
  for (let at = 0; at < text.length && counts.length < recordsToJudge; at += 1) {
    const character = text.charAt(at)
    if (character === '"') {
      if (isQuoted && text.charAt(at + 1) === '"') at += 1
      else if (isQuoted || at === fieldStart) isQuoted = !isQuoted
    } else if (isQuoted) {
      // Quoted delimiters are text.
    } else if (character === delimiter) {
      fields += 1
      fieldStart = at + 1
    } else if (character === '\n' || character === '\r') {
      if (text.slice(recordStart, at).trim() !== '') counts.push(fields)
      fields = 1
      fieldStart = at + 1
      recordStart = at + 1
    }
  }
  const isCut = counts.length >= recordsToJudge || text.slice(recordStart).trim() === ''
  if (!isCut && (counts.length === 0 || fields > 1)) counts.push(fields)
  return counts
}
