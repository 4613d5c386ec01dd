/** The catalogue's common part: figures, and the words for outcomes. */

const numberFormat = new Intl.NumberFormat(navigator.language)
const timeFormat = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium', timeStyle: 'medium' })

export function formatCount(value: number): string {
  return numberFormat.format(value)
}

export function formatCellText(text: string): string {
  return text || '(empty)'
}

export function quoted(text: string): string {
  return formatCellText(text && `“${text}”`)
}

export function formatTime(ms: number): string {
  return timeFormat.format(ms)
}

/** The name of a file or folder without its path. */
export function baseName(path: string): string {
  return path.replace(/.*[\\/](?=.)/, '')
}

export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return `${formatCount(Math.round(seconds / 60))} min`
}

const taskNouns: Readonly<Record<string, readonly [one: string, several: string, verb: string, done: string]>> = {
  assess: ['trip', 'trips', 'Assess', 'assessed'],
  decide: ['decision', 'decisions', 'Record', 'recorded'],
  invite: ['person', 'people', 'Invite', 'have their invitation'],
}

/** E.g. 54 trips, 12 decisions, 3 people. */
export function formatItems(task: string, value: number): string {
  const [one = '', several = ''] = taskNouns[task] ?? []
  return `${formatCount(value)} ${value === 1 ? one : several}`
}

/** E.g. Assess 54 trips, Record 12 decisions, Invite 3 people. */
export function send(task: string, value: number): string {
  return `${taskNouns[task]?.[2] ?? ''} ${formatItems(task, value)}`
}

export function formatDone(task: string): string {
  return taskNouns[task]?.[3] ?? ''
}

export function formatRows(value: number): string {
  return `${formatCount(value)} ${value === 1 ? 'row' : 'rows'}`
}

export const stateLabels: Readonly<Record<string, string>> = {
  ready: 'ready',
  accepted: 'waiting for scores',
  pending: 'created, scores not ready yet',
  scored: 'assessed',
  done: 'done',
  decided: 'recorded',
  invited: 'invitation sent',
  invalid: 'wrong',
  duplicate: 'same as an earlier row',
  changed: 'edited since it was assessed',
  kept: 'earlier version kept',
  skipped: 'left out',
  rejected: 'refused by the service',
  failed: 'not processed',
  unknown: 'unknown',
  sending: 'on its way',
}

export const stateMeanings: Readonly<Record<string, string>> = {
  scored: 'assessed now, with scores',
  decided: 'recorded now',
  invited: 'invited now: each gets an e-mail',
  accepted: 'created; their scores are asked for',
  pending: 'created; scores were not ready in time: go on later, and they are asked for again',
  invalid: 'not sent: something is wrong in the row',
  duplicate: 'not sent: the same as an earlier row',
  changed: 'not sent: looks like an edited version of a trip that was assessed before',
  kept: 'edited, and not sent by a person’s decision: the earlier version stands',
  skipped: 'left out: totals, notes, hidden rows, nothing decided',
  rejected: 'refused by the service; its words stand in the row',
  failed: 'surely not processed: go on, and they are tried again',
  unknown: 'may or may not have been processed: look them up at the service',
  ready: 'not sent',
  sending: 'on their way',
}

/** For problems that the page's user cannot solve. */
const askForHelp = 'Nothing more was sent. Ask the person who set this program up'

export const haltMessages: Readonly<Record<string, (message: string, count: number) => string>> = {
  interrupted: () => 'You stopped it. What was on its way was finished.',
  authorisation: (message) =>
    `The service refuses the access of this program (${message}). ${askForHelp} for a new token.`,
  redirect: () => `The address of the service leads somewhere else. ${askForHelp}.`,
  address: () => `The answer did not come from the service. Most likely the address is wrong. ${askForHelp}.`,
  unreachable: (message) =>
    `The service cannot be reached: ${message}. No row failed because of it: go on when it can be reached.`,
  'held-off': (message) => `${message}, which is longer than this program waits.`,
  unknowns: (_, count) =>
    `The outcome of ${formatRows(count)} in succession is unknown. Find out what is wrong with the service before you go on.`,
  'mixed-up': (_, count) =>
    `${formatRows(count)} in succession got the answer to another request. Ask the owner of the service before you go on.`,
  errors: (_, count) => `${formatRows(count)} failed or were refused, which is the limit that was set.`,
  rejections: (message) => `Row after row was refused with “${message}”. Is that column understood rightly?`,
  broken: () => 'Something on this computer failed, such as the disk.',
}
