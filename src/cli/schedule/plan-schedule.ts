import { posix } from 'node:path'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import { BatchError } from '../../support/errors.ts'
import { quoteArgument } from '../quote-command.ts'

export interface ScheduledRun {
  name: string
  every: string
  hour: number
  minute: number
  /** The program with its arguments, as absolute paths. */
  words: readonly string[]
  folder: string
}

export interface UnitFile {
  file: string
  content: string
}

/** The first months of quarters. */
const quarterMonths = [1, 4, 7, 10]

/** @throws BatchError `usage` for another time or name. */
export function parseTime(at: string): Pick<ScheduledRun, 'hour' | 'minute'> {
  const [, hour = '', minute = ''] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(at) ?? []
  if (hour === '') throw new BatchError('usage', `“${at}” is no time of the day, such as 04:15`)
  return { hour: Number(hour), minute: Number(minute) }
}

export function requireName(name: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) return name
  throw new BatchError('usage', `“${name}” is no name of a schedule: use small letters, digits and -`)
}

const marks = (name: string) => [
  `# >>> rwa-batch schedule ${name}; to take it away: rwa-batch schedule remove ${name} --yes`,
  `# <<< rwa-batch schedule ${name}`,
]

/** The lines of a crontab. Cron hands them to a shell, and makes a line break of a percent sign that is not escaped. */
export function writeCronBlock({ name, every, hour, minute, words, folder }: ScheduledRun): string {
  const [begin, end] = marks(name)
  const days = every === 'quarter' ? `1 ${quarterMonths.join(',')} *` : '* * *'
  const quote = (word: string): string => quoteArgument(word, 'linux')
  const command = `cd ${quote(folder)} && ${words.map(quote).join(' ')}`.replaceAll('%', '\\%')
  return [begin, `${minute} ${hour} ${days} ${command}`, end, ''].join('\n')
}

/** By name, each with its block; every other line stays byte by byte. @throws BatchError for a mark without its other. */
export function findCronBlocks(table: string): Map<string, { from: number; to: number; text: string }> {
  const found = new Map<string, { from: number; to: number; text: string }>()
  for (const { index: from, 1: name = '' } of table.matchAll(/^# >>> rwa-batch schedule ([a-z0-9-]+);.*\n/gm)) {
    const [, end = ''] = marks(name)
    const at = table.indexOf(`\n${end}\n`, from)
    const next = table.indexOf('\n# >>> rwa-batch schedule ', from + 1)
    if (at < 0 || (next >= 0 && next < at) || found.has(name)) {
      throw new BatchError('surroundings', `the crontab was changed: the block of the schedule “${name}” has no end`, {
        hint: 'Mend or delete its lines with crontab -e. Nothing was written.',
      })
    }
    const to = at + end.length + 2
    found.set(name, { from, to, text: table.slice(from, to) })
  }
  return found
}

/** `block`: empty to take it away. */
export function replaceCronBlock(table: string, name: string, block: string): string {
  const known = findCronBlocks(table).get(name)
  if (known !== undefined) return table.slice(0, known.from) + block + table.slice(known.to)
  return `${table}${table === '' || table.endsWith('\n') || block === '' ? '' : '\n'}${block}`
}

/** In the user's own systemd. */
export function planUnits(run: ScheduledRun, env: HostEnvironment['env']): readonly [UnitFile, UnitFile] {
  const { name, every, hour, minute, words, folder } = run
  const [service, timer] = unitPaths(name, env)
  const days = every === 'quarter' ? `*-${quarterMonths.map(twoDigits).join(',')}-01` : '*-*-*'
  const [first] = marks(name)
  const percent = (text: string): string => text.replaceAll('%', '%%')
  const quote = (word: string): string => `"${percent(word).replace(/["\\]/g, '\\$&').replaceAll('$', '$$$$')}"`
  return [
    {
      file: service,
      content: [
        first,
        '[Unit]',
        `Description=rwa-batch: ${name}`,
        '',
        '[Service]',
        'Type=oneshot',
        `WorkingDirectory=${percent(folder)}`,
        // The program itself tells how it ended; 130: it was stopped.
        `ExecStart=${words.map(quote).join(' ')}`,
        'SuccessExitStatus=130',
        'UMask=0077',
        '',
      ].join('\n'),
    },
    {
      file: timer,
      content: [
        first,
        '[Unit]',
        `Description=rwa-batch: when to start ${name}`,
        '',
        '[Timer]',
        `OnCalendar=${days} ${twoDigits(hour)}:${twoDigits(minute)}:00`,
        // At the next start, where the machine was off at that time.
        'Persistent=true',
        '',
        '[Install]',
        'WantedBy=timers.target',
        '',
      ].join('\n'),
    },
  ]
}

/** The service and its timer. @throws BatchError `configuration` without a home. */
export function unitPaths(name: string, env: HostEnvironment['env']): readonly [string, string] {
  const base = posix.join(unitFolder(env), `rwa-batch-${name}`)
  return [`${base}.service`, `${base}.timer`]
}

export function unitFolder({ XDG_CONFIG_HOME: config = '', HOME: home = '' }: HostEnvironment['env']): string {
  if (posix.isAbsolute(config)) return posix.join(config, 'systemd', 'user')
  if (home !== '') return posix.join(home, '.config', 'systemd', 'user')
  throw new BatchError('configuration', 'there is no place for a timer: HOME is not set')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** For launchd, as text: it was not tried. */
export function writeLaunchAgent({ name, every, hour, minute, words, folder }: ScheduledRun): string {
  const time = `<key>Hour</key><integer>${hour}</integer><key>Minute</key><integer>${minute}</integer>`
  const when = (month: number): string =>
    `    <dict><key>Month</key><integer>${month}</integer><key>Day</key><integer>1</integer>${time}</dict>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key><string>rwa-batch.${name}</string>`,
    `  <key>WorkingDirectory</key><string>${escapeXml(folder)}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...words.map((word) => `    <string>${escapeXml(word)}</string>`),
    '  </array>',
    '  <key>StartCalendarInterval</key>',
    ...(every === 'quarter' ? ['  <array>', ...quarterMonths.map(when), '  </array>'] : [`  <dict>${time}</dict>`]),
    '</dict>',
    '</plist>',
  ].join('\n')
}

const months: Readonly<Record<number, string>> = { 1: 'January', 4: 'April', 7: 'July', 10: 'October' }

/** For Task Scheduler, as text: it was not tried. */
export function writeTask({ every, hour, minute, words, folder }: ScheduledRun): string {
  const [program = '', ...rest] = words
  // As programs there take a command line apart: a backslash counts only before a quotation mark.
  const quote = (word: string): string =>
    `"${word.replaceAll(/(\\*)("|$)/g, (_, slashes, mark) => slashes + slashes + (mark && '\\"'))}"`
  const days =
    every === 'quarter'
      ? `<ScheduleByMonth><DaysOfMonth><Day>1</Day></DaysOfMonth><Months>${quarterMonths.map((month) => `<${months[month]} />`).join('')}</Months></ScheduleByMonth>`
      : '<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>'
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <Triggers>',
    `    <CalendarTrigger><StartBoundary>2026-01-01T${twoDigits(hour)}:${twoDigits(minute)}:00</StartBoundary>${days}</CalendarTrigger>`,
    '  </Triggers>',
    '  <Settings><StartWhenAvailable>true</StartWhenAvailable></Settings>',
    '  <Actions>',
    `    <Exec><Command>${escapeXml(program)}</Command><Arguments>${escapeXml(rest.map(quote).join(' '))}</Arguments><WorkingDirectory>${escapeXml(folder)}</WorkingDirectory></Exec>`,
    '  </Actions>',
    '</Task>',
  ].join('\n')
}
