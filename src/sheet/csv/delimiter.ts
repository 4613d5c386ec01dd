/** In order of preference where nothing tells them apart. */
const candidates = [',', ';', '\t', '|'] as const
const recordsToJudge = 20

export interface SepLine {
  delimiter: string
  /** Characters of the line with its end. */
  length: number
}

/** Excel's own first line `sep=;`, which is no data; saved again it has a delimiter for each column. */
export function findSepLine(text: string): SepLine | undefined {
  const match = /^"?sep=([^\r\n"])"?\1*[^\S\t\r\n]*(?:\r\n|\n|\r|$)/i.exec(text)
  return match?.[1] === undefined ? undefined : { delimiter: match[1], length: match[0].length }
}

/**
 * The delimiter whose number of fields is the same in most of the first 20 records; more fields win a tie, but against
 * commas that all stand in numbers.
 */
export function detectDelimiter(start: string): string {
  let best: { delimiter: string; share: number; fields: number } = { delimiter: ',', share: 0, fields: 1 }
  for (const delimiter of candidates) {
    const { share, fields } = judge(countFields(start, delimiter))
    const isMore = fields > best.fields || (best.delimiter === ',' && fields > 1 && areAllDecimal(start))
    if (share > best.share || (share === best.share && isMore)) best = { delimiter, share, fields }
  }
  return best.delimiter
}

function areAllDecimal(text: string): boolean {
  return !/(?<!\d),|,(?!\d)/.test(text)
}

/** The commonest number of fields above one, and the share of records that have it. */
function judge(counts: readonly number[]): { share: number; fields: number } {
  const tally = new Map<number, number>()
  for (const count of counts) if (count > 1) tally.set(count, (tally.get(count) ?? 0) + 1)
  let fields = 1
  let records = 0
  for (const [count, times] of tally) {
    if (times > records || (times === records && count > fields)) {
      fields = count
      records = times
    }
  }
  return { share: counts.length === 0 ? 0 : records / counts.length, fields }
}

/** Fields per record of the first records that are not blank; a quote counts where a field begins. */
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
      // whatever stands between quotes is text
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
