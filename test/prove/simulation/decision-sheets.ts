import type { Dice } from './dice.ts'
import { knownTrips } from './known-trips.ts'
import { refusedMember } from './service-model.ts'
import { contentOf, type Sheet } from './trips.ts'

const asked = ['assessmentId', 'status', 'managerId', 'complianceTeamMemberId']
const headings = [...asked, 'employeeId']
/** Its cell says whose trip it is, or nothing. */
const employeeAt = asked.length

/** Few assessments and few decisions, so that what is decided is decided again. */
const decisions: readonly [readonly string[], ...(readonly string[])[]] = [
  ['Pending', '', ''],
  ['Rejected', 'M-1', ''],
  ['Manager Approved', 'M-1', ''],
  ['Compliance Approved', '', 'C-001'],
]

function drawDecision(dice: Dice): string[] {
  const { identifier, employeeId } = dice.pick(knownTrips)
  const employee = dice.chance(0.6) ? employeeId : ''
  if (dice.chance(0.05)) return [identifier, 'Aproved', '', 'C-001', employee]
  if (dice.chance(0.05)) return [identifier, 'Compliance Approved', '', refusedMember, employee]
  return [identifier, ...dice.pick(decisions), employee]
}

/** The identifiers of two lines change places, and nothing else. */
function exchange(lines: Sheet['lines'], dice: Dice): Sheet['lines'] {
  const [one, other] = [dice.int(0, lines.length - 1), dice.int(0, lines.length - 1)]
  const identifierOf = (at: number): string => lines[at]?.[0] ?? ''
  return lines.map((line, at) =>
    at === one ? line.with(0, identifierOf(other)) : at === other ? line.with(0, identifierOf(one)) : line,
  )
}

export function drawDecisions(dice: Dice): Sheet {
  return { headings, lines: Array.from({ length: dice.int(1, 8) }, () => drawDecision(dice)) }
}

export function editDecisions({ lines }: Sheet, dice: Dice): Sheet {
  const at = dice.int(0, lines.length - 1)
  const edited = dice.pick([
    () => lines.toSpliced(at, 0, drawDecision(dice)),
    () => [...lines, drawDecision(dice)],
    () => (lines.length > 1 ? lines.toSpliced(at, 1) : lines),
    () => lines.with(at, drawDecision(dice)),
    () => dice.shuffle(lines),
    () => exchange(lines, dice),
  ])()
  return { headings, lines: edited }
}

/** What a line asks for, worked out here and not by the product; undefined when it cannot be read. */
export function contentOfLine(line: readonly string[]): string | undefined {
  const [, status] = line
  if (status === 'Aproved' || isOfAnother(line)) return undefined
  const request = asked.flatMap((heading, index) => (line[index] === '' ? [] : [[heading, line[index]]]))
  return contentOf(Object.fromEntries(request))
}

/** It names another trip than that of its employee. */
export function isOfAnother(line: readonly string[]): boolean {
  const employee = line[employeeAt] ?? ''
  return employee !== '' && knownTrips.find(({ identifier }) => identifier === line[0])?.employeeId !== employee
}

export function isRefused(line: readonly string[]): boolean {
  return line.includes(refusedMember)
}
