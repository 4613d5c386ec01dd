import { scoreFields } from '../../contract/assessment.ts'
import { namedActors, type SheetDecision } from '../../contract/decision.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import { find } from '../../messages/catalogue.ts'
import { formatStatus } from '../../pipeline/figures/select-countable-trips.ts'
import type { FourEyesPart, ReviewContext, SealedColumn } from '../../pipeline/model/four-eyes.ts'
import { isHeadedAs, type ReadColumn } from '../../pipeline/rows/loaded-input.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import { headingsOf } from '../../pipeline/tables/search-sheet.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { foldEmployeeId } from '../../sheet/fold-text.ts'
import { HeadingNames } from '../../sheet/headings/heading-names.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { toIsoTime } from '../../support/clock.ts'
import { assess } from '../assess.ts'
import { isSameCountry } from '../countries.ts'
import { isSameName, nameInTexts, nameOfPerson, namesPerson } from '../person-name.ts'
import { findNoteLimit } from './note-rule.ts'

type Column = SealedColumn<SheetDecision>

/** Empty where the sheet has no such heading. */
function readSheetText({ cells, columns }: ReviewContext, heading: string): string {
  const cell = cells[columns?.headings.findIndex((each) => isHeadedAs(heading, each)) ?? -1]
  return cell === undefined ? '' : displayCell(cell).trim()
}

function askedColumn(heading: keyof SheetDecision, width: number): Column {
  return { heading, width, origin: 'request', value: (decision) => decision[heading] ?? '' }
}

/** From the ledger's assessment; for one that the ledger does not know, from the sheet. */
function tripColumn(heading: string, width: number): Column {
  const value = (_: SheetDecision, seen: ReviewContext): string =>
    String(seen.created[heading] ?? readSheetText(seen, heading))
  return { heading, width, origin: 'ledger', value }
}

function dayColumn(heading: string): Column {
  const column = tripColumn(heading, 12)
  return { ...column, value: (decision, seen) => String(column.value(decision, seen)).slice(0, 10) }
}

function scoreColumn(heading: string): Column {
  const value = (_: SheetDecision, seen: ReviewContext): string | number => {
    const known = seen.result[heading]
    return typeof known === 'number' ? known : String(known ?? readSheetText(seen, heading))
  }
  const width = Math.max(12, heading.length + 2)
  return { heading, width, origin: 'ledger', format: '0.0', hasColourScale: true, value }
}

function beforeColumn(
  heading: string,
  width: number,
  text: (before: NonNullable<ReviewContext['before']>) => string,
): Column {
  return { heading, width, origin: 'ledger', value: (_, { before }) => (before === undefined ? '' : text(before)) }
}

const overallScore = scoreColumn('overallTrip')

/** Columns for the second person: the trip, its scores, the decision, and the decision that it replaces. */
export const fourEyes: FourEyesPart<SheetDecision> = {
  about: assess.name,
  aboutField: 'assessmentId',
  columns: [
    tripColumn('employeeId', 16),
    { heading: 'name', width: 22, origin: 'shown', value: (_, seen) => seen.name || nameOfPerson(seen, seen.columns) },
    tripColumn('destination', 20),
    askedColumn('status', 22),
    askedColumn('complianceTeamMemberId', 24),
    askedColumn('managerId', 16),
    askedColumn('cancelledByStaffId', 20),
    askedColumn('note', 40),
    beforeColumn('lastDecision', 22, ({ request, state }) =>
      formatStatus(String(parseFields(request)['status'] ?? ''), state),
    ),
    beforeColumn('lastDecisionBy', 20, ({ request }) => namedActors(parseFields(request))),
    beforeColumn('lastDecisionAt', 26, ({ at }) => (at === null ? '' : toIsoTime(at))),
    dayColumn('startDate'),
    dayColumn('endDate'),
    overallScore,
    ...[...scoreFields, 'contractorMisclass'].filter((field) => field !== 'overallTrip').map(scoreColumn),
    { ...scoreColumn('cumulativePeRiskLevel'), hasColourScale: false },
    askedColumn('assessmentId', 34),
    askedColumn('externalEventId', 24),
  ],
  shownFirst: [
    (cell) => [cell('employeeId'), cell('name')].filter((text) => text !== '').join(' '),
    (cell) => [cell('destination'), cell('startDate')].filter((text) => text !== '').join(' '),
    (cell) => {
      const by = ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'].map(cell).filter((text) => text !== '')
      return `${cell('status')}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`
    },
    (cell) =>
      cell('lastDecision') === ''
        ? ''
        : `replaces ${cell('lastDecision')}${cell('lastDecisionBy') === '' ? '' : ` by ${cell('lastDecisionBy')}`} of ${cell('lastDecisionAt').slice(0, 16).replace('T', ' ')}`,
    (cell) => (cell('overallTrip') === '' ? '' : `overall ${cell('overallTrip')}`),
    (cell) => cell('note'),
    (cell) => cell('assessmentId'),
  ],
  nameIn: (cells, columns) => nameOfPerson({ cells }, columns),
  findMissingNote({ status, note }, seen, noteFor) {
    const from = findNoteLimit(noteFor, status)
    if (from === undefined || note !== undefined) return undefined
    if (from === Number.NEGATIVE_INFINITY) return find('note-missing', { status })
    const score = String(overallScore.value({} as SheetDecision, seen)).replace(',', '.')
    const isOpen = score === '' && seen.isOffline === true
    // A score that is not known is no way around the rule.
    const isBelow = score !== '' && Number(score) < from
    return isOpen || isBelow ? undefined : find('note-missing-score', { status, from: String(from), score })
  },
  findContradictions({ created, name }, cells, columns) {
    const textAt = (index: number): string => displayCell(cells[index] ?? emptyCell).trim()
    const said = compared.flatMap(({ field, isSame }) => {
      const known = created[field]
      const column = columns.find((each) => isAbout(field, each))
      if (typeof known !== 'string' || column === undefined) return []
      const says = textAt(column.index)
      return says === '' || isSame(says, known) ? [] : [{ field, column, says }]
    })
    const [named, says] = findName(columns, textAt)
    const isOther = named !== undefined && name !== '' && !isSameName(says, name) && !isIdOf(created, says)
    const all = isOther ? [...said, { field: 'name', column: named, says }] : said
    return all.map(({ field, column: { heading, index }, says }) => {
      const known = [name, describe(created)].filter((text) => text !== '').join(', ')
      return { field, heading, index, says, known }
    })
  },
}

const tripHeadings = new HeadingNames(headingsOf(assess.sheet.fields, new Map()))

/** By our heading, or by one of those that `assess` knows, unless it is read as a field of the decision. */
function isAbout(field: string, { heading, field: read }: ReadColumn): boolean {
  return read === undefined && (isHeadedAs(field, heading) || tripHeadings.fieldOf(heading) === field)
}

/** A column “Employee” may hold IDs. */
function isIdOf({ employeeId }: JsonFields, says: string): boolean {
  return typeof employeeId === 'string' && foldEmployeeId(says) === foldEmployeeId(employeeId)
}

/** The name in a row, and a column of it. */
function findName(columns: readonly ReadColumn[], textAt: (index: number) => string) {
  const free = columns.filter((each) => each.field === undefined && !compared.some(({ field }) => isAbout(field, each)))
  const named = free.find(({ heading, index }) => namesPerson(heading) && textAt(index) !== '')
  const headings = free.map(({ heading }) => heading)
  return [named, nameInTexts((at) => textAt(free[at]?.index ?? -1), { headings, fields: {} })] as const
}

const dayPattern = /^\d{4}-\d{2}-\d{2}/

/** A text that cannot be read as a day or a country proves nothing. */
const compared: readonly { field: string; isSame(says: string, known: string): boolean }[] = [
  { field: 'employeeId', isSame: (says, known) => foldEmployeeId(says) === foldEmployeeId(known) },
  { field: 'startDate', isSame: (says, known) => !dayPattern.test(says) || says.slice(0, 10) === known.slice(0, 10) },
  { field: 'destination', isSame: (says, known) => isSameCountry(says, known) },
]

function describe({ employeeId, startDate, destination }: JsonFields): string {
  const day = typeof startDate === 'string' ? startDate.slice(0, 10) : ''
  return [employeeId, destination, day].filter(Boolean).join(', ')
}
