import { formatCount, formatRows } from './common.ts'

export const decisionTexts = {
  onResults: 'Decide on what was just assessed',
  use: (count: number) => `Use in ${formatRows(count)}`,
  keys: 'Space chooses a row, Ctrl+A all',
  you: 'Your staff ID',
  seal: 'Seal for a second person',
  demanded: 'Here every decision needs two people: seal the plan, and a second person releases it.',
  sealed: (by: string, at: string, seal: string) => `Sealed by ${by}, ${at}, seal ${seal},`,
  released: (by: string, at: string) => `Released before by ${by}, ${at}. What is left of it is sent.`,
  second: 'Staff ID of the second person',
  type: (count: number) => `Type ${formatCount(count)} to confirm`,
  statement: 'Names here are statements, not log-ins. Both stand in the log, with account and machine.',
  grid: 'Sealed decisions',
  downloadPlan: 'Download the sealed plan',
  by: (name: string) => `by ${name}`,
  replaced: 'replace what was recorded',
  replacedOfTwo: 'of these were released by two people (one sealed, another released)',
  releasedBy: ({ sealedBy, by }: { sealedBy: string; by: string }) =>
    `Two people: sealed by ${sealedBy}, released by ${by}.`,
}
