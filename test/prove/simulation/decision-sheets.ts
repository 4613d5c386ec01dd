import type { Dice } from './dice.ts'
import { refusedMember } from './service-model.ts'
import { contentOf, type Sheet } from './trips.ts'

const headings = ['assessmentId', 'status', 'managerId', 'complianceTeamMemberId']

/** Few assessments and few decisions, so that what is decided is decided again. */
const decisions: readonly [readonly string[], ...(readonly string[])[]] = [
  ['Pending', '', ''],
  ['Rejected', 'M-1', ''],
  ['Manager Approved', 'M-1', ''],
  ['Compliance Approved', '', 'C-001'],
]

function drawDecision(dice: Dice): string[] {
  const assessmentId = `R${dice.int(1, 3)}`
  if (dice.chance(0.05)) return [assessmentId, 'Aproved', '', 'C-001']
  if (dice.chance(0.05)) return [assessmentId, 'Compliance Approved', '', refusedMember]
  return [assessmentId, ...dice.pick(decisions)]
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
  ])()
  return { headings, lines: edited }
}

/** What a line asks for, worked out here and not by the product; undefined when it cannot be read. */
export function contentOfLine(line: readonly string[]): string | undefined {
  const [, status] = line
  if (status === 'Aproved') return undefined
  const request = headings.flatMap((heading, index) => (line[index] === '' ? [] : [[heading, line[index]]]))
  return contentOf(Object.fromEntries(request))
}

export function isRefused(line: readonly string[]): boolean {
  return line.includes(refusedMember)
}
