/** The catalogue's common part: figures. */

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

/** E.g. 1 request, 3 requests. */
export function formatNumberOf(one: string, value: number): string {
  return `${formatCount(value)} ${one}${value === 1 ? '' : 's'}`
}

export function formatRows(value: number): string {
  return formatNumberOf('row', value)
}

export function formatCells(value: number): string {
  return formatNumberOf('cell', value)
}
