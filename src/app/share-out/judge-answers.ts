import { decisionStatuses, requiredActors } from '../../contract/decision.ts'
import { type Finding, find } from '../../messages/catalogue.ts'
import { decideFields } from '../../operations/decide.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { type AnswerFile, type AnswerRow, findCommonest } from './read-answers.ts'
import { type Reference, readReference, referToLine, referToPart } from './reference.ts'
import type { SharedPart, ShareOut } from './share-index.ts'

/** One line of the plan. */
export interface CollectedLine {
  part: string
  reference: string
  identifier: string
  cells: Readonly<Record<string, Cell>>
  from: string
  /** Why its answer is not taken: it stands in place of the decision, for a person to settle. */
  problem: Finding | undefined
}

export interface CollectedAnswers {
  share: ShareOut | undefined
  /** The last answer is not yet noted in them. */
  parts: readonly (SharedPart & { from: readonly string[] })[]
  lines: readonly CollectedLine[]
  problems: readonly Finding[]
  /** Those of them that are decisions, and are sent. */
  taken: number
}

interface Read extends AnswerRow {
  place: Reference | undefined
  /** `status; who; note`, folded; empty without a decision. */
  answer: string
  isDecision: boolean
}

/**
 * What comes back, as one plan. Pure. An answer counts where its reference, its identifier and its workbook fit each
 * other; equal ones are one; every other one is a line of its own that is not sent.
 */
export function judgeAnswers(files: readonly AnswerFile[], shares: readonly ShareOut[]): CollectedAnswers {
  const code = findCommonest(files.flatMap(({ part }) => part?.code ?? []))
  const share = shares.find((each) => each.code === code)
  const lines: CollectedLine[] = []
  const own = new Map<string, Read[]>()
  const sources = new Map<number, Set<string>>()
  const names = new Map((share?.parts ?? []).map(({ part, name }) => [part, name]))
  // Without its identifier: it is not sent by a slip, and holds back no answer to the same trip.
  const refuse = (row: Read, problem: Finding): void => void lines.push({ ...toLine(row, '', problem), identifier: '' })
  for (const { file, part, rows, problem } of files) {
    if (problem !== undefined || part?.code !== code || part === undefined) {
      const other = shares.find((each) => each.code === part?.code)?.file
      const found =
        part === undefined
          ? find('answers-unread', { file, reason: problem ?? 'it is no workbook that was shared out' })
          : find('answers-other', { file, part: referToPart(part), of: other })
      lines.push({ part: '', reference: '', identifier: '', cells: {}, from: file, problem: found })
      continue
    }
    sources.set(part.part, (sources.get(part.part) ?? new Set()).add(file))
    for (const row of rows.map(readRow)) {
      const { place, reference, identifier, answer, at } = row
      const isKnown = place?.code === code && place !== undefined
      if (isKnown && place.part === part.part && reference === referToLine(place, identifier)) {
        own.set(reference, [...(own.get(reference) ?? []), row])
      } else if (answer !== '') {
        const said = showAnswer(row)
        if (!isKnown) refuse(row, find('answer-unknown', { said, at, reference }))
        else if (reference !== referToLine(place, identifier))
          refuse(row, find('answer-edited', { said, at, reference }))
        else refuse(row, find('answer-foreign', { said, at, name: names.get(place.part) ?? referToPart(place) }))
      }
    }
  }
  const answered = new Map<number, number>()
  let taken = 0
  for (const rows of own.values()) {
    const [first] = rows
    if (first?.place === undefined) continue
    const { part } = first.place
    const given = rows.filter(({ answer }) => answer !== '')
    const differ = new Set(given.map(({ answer }) => answer)).size > 1
    const problem = differ
      ? find('answers-differ', { list: given.map((row) => `${showAnswer(row)} (${row.at})`) })
      : undefined
    if (given[0]?.isDecision === true && !differ) taken += 1
    if (given.length > 0) answered.set(part, (answered.get(part) ?? 0) + 1)
    lines.push(toLine(given[0] ?? first, names.get(part) ?? '', problem))
  }
  // Of a share-out that is not known here, only what came back.
  const rowsOf = (part: number): number => [...own.values()].filter(([row]) => row?.place?.part === part).length
  const unnamed = { name: '', file: '', answered: 0, at: undefined }
  const known: readonly SharedPart[] =
    share?.parts ?? [...sources.keys()].map((part) => ({ ...unnamed, part, rows: rowsOf(part) }))
  const parts = known.map((part) => ({
    ...part,
    answered: sources.has(part.part) ? (answered.get(part.part) ?? 0) : part.answered,
    from: [...(sources.get(part.part) ?? [])],
  }))
  const sorted = lines.toSorted((one, other) => one.reference.localeCompare(other.reference, 'en'))
  return { share, parts, lines: sorted, problems: sorted.flatMap(({ problem }) => problem ?? []), taken }
}

const statusField = decideFields.find(({ name }) => name === 'status')

/** Who has decided is said once, above the headings, for all lines without a name. */
function readRow(row: AnswerRow): Read {
  const { cells: written, reference, staffId } = row
  const text = (field: string, cells = written): string => foldText(displayCell(cells[field] ?? emptyCell))
  const read = statusField?.read(written['status'] ?? emptyCell, { lists: new Map(), datePattern: undefined })
  const known = decisionStatuses.find((status) => read?.ok === true && status === read.value)
  const actors = known === undefined ? [] : requiredActors[known]
  const [actor] = actors
  const isNamed = staffId === '' || actor === undefined || actors.some((field) => text(field) !== '')
  const cells: AnswerRow['cells'] = isNamed ? written : { ...written, [actor]: { t: 's', v: staffId } }
  const said = [...new Set<string>(Object.values(requiredActors).flat()), 'note'].map((field) => text(field, cells))
  const answer = text('status') === '' ? '' : [known ?? text('status'), ...said].join('; ')
  return { ...row, cells, place: readReference(reference), answer, isDecision: known !== undefined }
}

function showAnswer({ cells }: Read): string {
  return displayCell(cells['status'] ?? emptyCell).trim()
}

function toLine(row: Read, part: string, problem: Finding | undefined): CollectedLine {
  const { reference, identifier, cells, at } = row
  return { part, reference, identifier, cells, from: at, problem }
}
