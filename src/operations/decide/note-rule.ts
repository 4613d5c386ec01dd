import { type DecisionStatus, decisionStatuses } from '../../contract/decision.ts'
import { foldText } from '../../sheet/fold-text.ts'

/** Without a status: of any decision. Without `from`: whatever the score is. */
interface NoteRule {
  status: DecisionStatus | undefined
  from: number
}

/** `Rejected`, `Compliance Approved>=7` or `>=7`, as it is kept; undefined for any other text. */
export function readNoteRule(text: string): string | undefined {
  const [, name = text, from] = /^(.*?)\s*(?:>=|≥)\s*(\d+(?:\.\d+)?)$/.exec(text) ?? []
  const status = decisionStatuses.find((each) => foldText(each) === foldText(name))
  if (status === undefined && (name !== '' || from === undefined)) return undefined
  return `${status ?? ''}${from === undefined ? '' : `>=${Number(from)}`}`
}

/** Whatever the other rule demands, this one does too. */
export function coversNoteRule(one: string, other: string): boolean {
  const [own, their] = [parseNoteRule(one), parseNoteRule(other)]
  return (own.status ?? their.status) === their.status && own.from <= their.from
}

/**
 * The score from which on the rules demand a note for a decision: `-Infinity` whatever the score is, undefined where
 * none does.
 */
export function findNoteLimit(rules: readonly string[], status: unknown): number | undefined {
  const limits = rules.map(parseNoteRule).filter((rule) => (rule.status ?? status) === status)
  return limits.length === 0 ? undefined : Math.min(...limits.map(({ from }) => from))
}

function parseNoteRule(rule: string): NoteRule {
  const [name = '', from] = rule.split('>=')
  const status = decisionStatuses.find((each) => each === name)
  return { status, from: from === undefined ? Number.NEGATIVE_INFINITY : Number(from) }
}
