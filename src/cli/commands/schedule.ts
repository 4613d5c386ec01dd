import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { longFlag, settingGroups } from '../../settings/all.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import { BatchError } from '../../support/errors.ts'
import type { Host } from '../host.ts'
import { printLines, printResult, printToStderr } from '../output/print.ts'
import { quoteCommand } from '../quote-command.ts'
import {
  findCronBlocks,
  parseTime,
  planUnits,
  replaceCronBlock,
  requireName,
  type ScheduledRun,
  type UnitFile,
  unitFolder,
  unitPaths,
  writeCronBlock,
  writeLaunchAgent,
  writeTask,
} from '../schedule/plan-schedule.ts'
import { readScheduledWords } from '../schedule/scheduled-words.ts'
import type { CommandSession } from '../setting-options.ts'

type Scheduler = 'systemd' | 'cron' | 'launchd' | 'task-scheduler'

/** Prints the run as the scheduler takes it; writes it with `--yes`. */
export async function installSchedule(session: CommandSession, given: readonly string[]): Promise<ExitCode> {
  const { host, args } = session
  const { every, at, jobName, scheduler: wanted, confirm } = args
  const words = readScheduledWords(given, host)
  const run = { name: requireName(jobName ?? every), every, ...parseTime(at), words, folder: host.folder }
  const scheduler = (wanted as Scheduler | undefined) ?? chooseScheduler(host)
  printLines(host, showSchedule(scheduler, run, host))
  printToStderr(host, adviseOn(words))
  if (!confirm) {
    printToStderr(host, ['Nothing was written: add --yes to write it.'])
    return 0
  }
  if (scheduler === 'cron') writeCrontab(host, run.name, writeCronBlock(run))
  else if (scheduler === 'systemd') writeUnits(host, run)
  else {
    throw new BatchError('usage', `${scheduler} was not tried by us: nothing was written`, {
      hint: 'Save the text above, and hand it to that scheduler as its documentation says.',
    })
  }
  printToStderr(host, [`Written for ${scheduler}. To see it: ${quoteCommand(['schedule', 'show'], host.platform)}`])
  return 0
}

/** Shows what would be taken away; takes it away with `--yes`. */
export async function removeSchedule({ host, args }: CommandSession, given: string): Promise<ExitCode> {
  const name = requireName(given)
  const found = listSchedules(host).filter((each) => each.name === name)
  if (found.length === 0) throw new BatchError('input', `there is no schedule “${name}” of this user`)
  printLines(
    host,
    found.flatMap(({ text }) => text.trimEnd().split('\n')),
  )
  if (!args.confirm) {
    printToStderr(host, ['Nothing was taken away: add --yes to do it.'])
    return 0
  }
  if (found.some(({ scheduler }) => scheduler === 'cron')) writeCrontab(host, name, '')
  if (found.some(({ scheduler }) => scheduler === 'systemd')) {
    // Without a session of the user nothing runs that would have to end.
    callTool(host, 'systemctl', ['--user', 'disable', '--now', `rwa-batch-${name}.timer`])
    for (const file of unitPaths(name, host.env)) rmSync(file, { force: true })
    callTool(host, 'systemctl', ['--user', 'daemon-reload'])
  }
  printToStderr(host, [`The schedule “${name}” is taken away.`])
  return 0
}

export async function showSchedules(session: CommandSession): Promise<ExitCode> {
  const schedules = listSchedules(session.host)
  const lines = schedules.flatMap(({ scheduler, text }) => [`${scheduler}:`, ...text.trimEnd().split('\n')])
  printResult(session, { schedules }, lines.length === 0 ? ['Nothing is scheduled.'] : lines)
  return 0
}

function listSchedules(host: Host): { name: string; scheduler: Scheduler; text: string }[] {
  const blocks = [...findCronBlocks(fromBytes(readCrontab(host) ?? ''))]
  const folder = host.platform === 'linux' ? unitFolder(host.env) : ''
  const timers = existsSync(folder) ? readdirSync(folder) : []
  const names = timers.flatMap((file) => /^rwa-batch-([a-z0-9-]+)\.timer$/.exec(file)?.[1] ?? [])
  const own = names.filter((name) => unitPaths(name, host.env).every((file) => isOwn(file)))
  return [
    ...blocks.map(([name, { text }]) => ({ name, scheduler: 'cron' as const, text })),
    ...own.map((name) => {
      const text = unitPaths(name, host.env).map((file) => readFileSync(file, 'utf8'))
      return { name, scheduler: 'systemd' as const, text: text.join('') }
    }),
  ]
}

/** Not a unit that a person wrote. */
function isOwn(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('# >>> rwa-batch schedule ')
}

function chooseScheduler({ platform, env }: Host): Scheduler {
  if (platform === 'win32') return 'task-scheduler'
  if (platform === 'darwin') return 'launchd'
  // Without a session of the user their systemd cannot be spoken with.
  return env['XDG_RUNTIME_DIR'] && existsSync(join(env['XDG_RUNTIME_DIR'], 'systemd')) ? 'systemd' : 'cron'
}

function showSchedule(scheduler: Scheduler, run: ScheduledRun, { env }: Host): string[] {
  const show = ({ file, content }: UnitFile): string[] => [`# ${file}`, ...content.trimEnd().split('\n'), '']
  if (scheduler === 'systemd') return planUnits(run, env).flatMap(show)
  const write = { cron: writeCronBlock, launchd: writeLaunchAgent, 'task-scheduler': writeTask }[scheduler]
  return write(run).trimEnd().split('\n')
}

/** What a scheduler has not: this environment, and a person. */
function adviseOn(words: readonly string[]): string[] {
  const has = (flag: string): boolean => words.some((word) => word === flag || word.startsWith(`${flag}=`))
  const { notify, tokenFile, tokenCommand } = settingGroups.Sending
  const { profile } = settingGroups.Input
  const isProfiled = has(longFlag(profile))
  const needsToken = words.includes('assess') || words.includes('refresh')
  const hasToken = isProfiled || [tokenFile, tokenCommand].some((each) => has(longFlag(each)))
  return [
    ...(needsToken && !hasToken
      ? [`warning: it finds no token there: name its file with ${longFlag(tokenFile)}, or in the profile`]
      : []),
    ...(isProfiled || has(longFlag(notify)) || !needsToken
      ? []
      : [`warning: it tells no one how it ends: add ${longFlag(notify)} <url>, or name it in the profile`]),
  ]
}

function writeUnits(host: Host, run: ScheduledRun): void {
  const units = planUnits(run, host.env)
  const [foreign] = units.filter(({ file }) => existsSync(file) && !isOwn(file))
  if (foreign !== undefined)
    throw new BatchError('usage', `${foreign.file} is not ours: choose another name. Nothing was written`)
  const added = units.filter(({ file }) => !existsSync(file))
  try {
    for (const { file, content } of units) writeUnit(file, content)
    runTool(host, 'systemctl', ['--user', 'daemon-reload'])
    runTool(host, 'systemctl', ['--user', 'enable', '--now', `rwa-batch-${run.name}.timer`])
  } catch (error) {
    for (const { file } of added) rmSync(file, { force: true })
    throw error
  }
  printToStderr(host, ['It also runs while you are logged out after: loginctl enable-linger'])
}

function writeUnit(file: string, content: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode: 0o600 })
  } catch (error) {
    throw toWriteError(error, file)
  }
}

function writeCrontab(host: Host, name: string, block: string): void {
  const before = readCrontab(host)
  if (before === undefined) throw new BatchError('surroundings', 'there is no cron here: crontab is not in PATH')
  const after = replaceCronBlock(before, name, toBytes(block))
  if (after !== before) runTool(host, 'crontab', ['-'], after)
}

/** A crontab may be in any encoding, and our lines are in UTF-8: each byte is one character of such a text. */
function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** As bytes; undefined where there is no cron. */
function readCrontab({ env }: Host): string | undefined {
  const { error, status, stdout, stderr } = spawnSync('crontab', ['-l'], { env, encoding: 'latin1' })
  if (error !== undefined) return undefined
  if (status === 0) return stdout
  if (/no crontab/i.test(stderr)) return ''
  throw new BatchError('surroundings', `the crontab cannot be read: ${stderr.trim()}`)
}

function runTool(host: Host, tool: string, words: readonly string[], input = ''): void {
  const failure = callTool(host, tool, words, input)
  if (failure !== undefined) throw new BatchError('surroundings', `${[tool, ...words].join(' ')} failed: ${failure}`)
}

/** Returns the reason of a failure. `input`: as bytes. */
function callTool({ env }: Host, tool: string, words: readonly string[], input = ''): string | undefined {
  const { error, status, stderr } = spawnSync(tool, words, {
    env,
    encoding: 'latin1',
    input: Buffer.from(input, 'latin1'),
  })
  return error === undefined && status === 0 ? undefined : (error?.message ?? stderr.trim())
}
