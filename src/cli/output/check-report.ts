import { basename } from 'node:path'
import type { SheetCheck } from '../../app/check/check-sheet.ts'
import { describePlannedLine } from '../../messages/states.ts'
import type { CheckReport, ProblemGroup } from '../../pipeline/check/check-rows.ts'
import { groupDigits } from './print.ts'

const shownCells = 5
const shownGroups = 40

export function describeCheck(check: SheetCheck): string[] {
  return [...describeFindings(check), '', 'What a check cannot know:', ...check.cannotKnow.map((line) => `  - ${line}`)]
}

export function describeFindings({ file, report }: Pick<SheetCheck, 'file' | 'report'>): string[] {
  const { sheets, rows, balance, groups, others } = report
  const width = Math.max(...balance.map(({ count }) => groupDigits(count).length))
  return [
    `${file}${nameSheets(file, sheets)}: ${groupDigits(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    ...balance.map((line) =>
      `  ${groupDigits(line.count).padStart(width)}  ${line.state.padEnd(9)}  ${describePlannedLine(line)}`.trimEnd(),
    ),
    ...section('Problems:', groups.filter(isStopping)),
    ...section(
      'Warnings, which do not stop a row:',
      groups.filter(({ outcome }) => outcome === 'warning'),
    ),
    ...section(
      'Left out:',
      groups.filter(({ outcome }) => outcome === 'skipped'),
    ),
    ...(others === 0
      ? []
      : ['', `${groupDigits(others)} further problems are of more kinds than are kept apart here.`]),
  ]
}

function nameSheets(file: string, sheets: CheckReport['sheets']): string {
  const [first] = sheets
  if (first === undefined || first.name === basename(file)) return ''
  if (sheets.length === 1) return `, sheet “${first.name}”`
  return `, sheets ${sheets.map(({ name, rows }) => `“${name}” (${groupDigits(rows)})`).join(', ')}`
}

function isStopping({ outcome }: ProblemGroup): boolean {
  return outcome !== 'warning' && outcome !== 'skipped'
}

function section(title: string, groups: readonly ProblemGroup[]): string[] {
  if (groups.length === 0) return []
  const width = Math.max(...groups.map(({ count }) => groupDigits(count).length))
  const shown = groups
    .slice(0, shownGroups)
    .map((group) => `  ${groupDigits(group.count).padStart(width)} × ${formatGroup(group)}`)
  const left = groups.length - shown.length
  return ['', title, ...shown, ...(left === 0 ? [] : [`  … and ${groupDigits(left)} other kinds; -o lists every one`])]
}

function formatGroup({ outcome, field, rule, hint, count, cells, values }: ProblemGroup): string {
  const subject = field === '' ? (outcome === 'duplicate' ? outcome : 'the row') : field
  const [first = '', ...others] = values ?? []
  const isOne = first !== '' && others.every((value) => value === first)
  const named = cells.slice(0, shownCells).map((cell, index) => {
    const value = isOne ? '' : (values?.[index] ?? '')
    return value === '' ? cell : `${cell} “${value}”`
  })
  const where = `${isOne ? `“${first}” in ` : ''}${named.join(', ')}${count > shownCells ? ', …' : ''}`
  // A rule of one row may quote a whole answer, whose line breaks would break the list.
  const text = `${subject}: ${rule}${hint === '' ? '' : `${/[.?!]$/.test(rule) ? '' : '.'} ${hint}`}`
  return `${text} (${where})`.replaceAll('\n', ' ')
}

/** For `check --json`. */
export function summariseCheck({ file, report, cannotKnow, written }: SheetCheck) {
  const { sheets, rows, balance, groups, others } = report
  const bare = (isMeant: (group: ProblemGroup) => boolean): object[] =>
    groups.filter(isMeant).map(({ outcome: _, ...group }) => group)
  return {
    file,
    sheets,
    rows,
    outcomes: Object.fromEntries(balance.map(({ state, count }) => [state, count])),
    problems: bare(isStopping),
    warnings: bare(({ outcome }) => outcome === 'warning'),
    skipped: bare(({ outcome }) => outcome === 'skipped'),
    furtherProblems: others,
    cannotKnow,
    output: written?.file ?? null,
  }
}
