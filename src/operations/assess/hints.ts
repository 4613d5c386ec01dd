import { messages } from '../../contract/messages.ts'

const hints = new Map<string, string>([
  [
    messages.incorrectCountry,
    'The service does not know this country name. Use the name in its list exactly, or give the list with --lists to check before sending.',
  ],
  [messages.employeeIdMissing, 'Fill in the employee’s staff ID.'],
  [messages.pastTripsDurationMissing, 'Fill in the days of earlier trips; 0 when there were none.'],
  [messages.numberHiresMissing, 'Fill in how many hires are expected over the next two years.'],
])

/** What to do about a refusal of create. */
export function hintFor(field: string, message: string): string {
  const known = hints.get(message)
  if (known !== undefined) return known
  const what = field === '' ? 'Correct the row' : `Correct ${field}`
  return `${what} as the service says, then start the same command again: it was not created.`
}
