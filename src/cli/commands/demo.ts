import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { saveCorrected } from '../../app/check/save-corrected.ts'
import { interrupted } from '../../app/exit-code.ts'
import { decide } from '../../operations/decide.ts'
import { openSandbox } from '../../sandbox/server.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import type { CellEdit } from '../../sheet/edited-source.ts'
import { foldHeading } from '../../sheet/fold-text.ts'
import { openSheet } from '../../sheet/open.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { silentLogger } from '../../support/logger.ts'
import { readSample } from '../guide-pages.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { printLines } from '../output/print.ts'
import { quoteArgument, quoteCommand } from '../quote-command.ts'
import type { CommandSession } from '../setting-options.ts'

const samples = ['compliance-staff.csv', 'quarterly-review.xlsx', 'decisions.xlsx', 'three-quarters.xlsx']
const members = ['ingrid.solberg@example.com', 'amara.diallo@example.com']
/** An empty one: a profile in a folder above is not used. */
const profile = 'rwa-batch.json'
const ledger = 'output/rwa-batch.ledger.sqlite'
const assessed = 'output/quarterly-review.assessed.simulated.xlsx'
const filledIn = 'output/quarterly-review.decisions.xlsx'

/**
 * `demo`: invites staff, assesses a sheet and sends decisions, against the sandbox. Each step is a command of its own.
 * @throws BatchError `usage` for a folder with other files.
 */
export async function runDemo({ host, args }: CommandSession): Promise<ExitCode> {
  const folder = resolve(host.folder, args.keep)
  prepareDemoFolder(folder)
  const say = (...lines: string[]): void => printLines(host, ['', ...lines])
  const run = (...argv: string[]): Promise<ExitCode> => {
    say(`$ ${quoteCommand(argv, host.platform)}`, '')
    return runCommand(host, folder, argv)
  }
  say(`The demo runs in ${folder}, against an embedded copy of the service. Nothing leaves this computer.`)
  const steps: readonly (() => Promise<ExitCode>)[] = [
    () => {
      say('1. Invite compliance staff. Each gets an e-mail; here it is a file in output/outbox.')
      return run('invite', 'compliance-staff.csv', '--sandbox', '--yes')
    },
    async () => {
      say('2. Two of the three open the link in their e-mail and set up their accounts.')
      say(...(await setUpAccounts(join(folder, 'output/sandbox.sqlite'), members)))
      say('3. Assess a quarterly review: 60 rows, six of them with honest mistakes.')
      return run('assess', 'quarterly-review.xlsx', '--sandbox')
    },
    async () => {
      say('4. Compliance fills in the sheet Decisions; here from decisions.xlsx, by staff ID.')
      await fillIn(host, folder)
      say(filledIn, '', '5. Send the decisions. One names no approver, one a member without an account.')
      return run('decide', filledIn, '--sandbox', '--yes')
    },
  ]
  for (const step of steps) {
    const code = await step()
    // Some rows of the samples are wrong on purpose.
    if (code === 0 || code === 3) continue
    if (code !== interrupted) say('The demo stopped: the step above did not succeed.')
    return code
  }
  say(...describeFiles(host, folder))
  return 0
}

function describeFiles(host: Host, folder: string): string[] {
  const place = quoteArgument(relative(host.folder, folder) || '.', host.platform)
  const command = (line: string): string => `  rwa-batch ${line}`
  return [
    `The files are in ${folder}:`,
    `  ${assessed}`,
    '    your sheet, with score, report link or reason beside each row; Problems lists what to correct',
    '  output/quarterly-review.decisions.decided.simulated.xlsx',
    '    what became of each decision',
    '',
    `Try next, in that folder (cd ${place}):`,
    '  Correct a row of quarterly-review.xlsx; only rows that are not done are sent:',
    command('assess quarterly-review.xlsx --sandbox'),
    '  The same on a page, without a terminal:',
    command('web quarterly-review.xlsx --sandbox'),
    '  A year of trips, and a report over all:',
    command('assess three-quarters.xlsx --sheet all --sandbox'),
    command('report'),
    'Delete the folder when you are done.',
  ]
}

/** @throws BatchError `usage` for a folder with other files, `surroundings` where none can be made. */
function prepareDemoFolder(folder: string): void {
  try {
    // Not recursive, which hangs in /proc.
    for (const place of [dirname(folder), folder]) if (!existsSync(place)) mkdirSync(place)
    const isOfDemo = existsSync(join(folder, ledger)) && existsSync(join(folder, samples[0] ?? ''))
    if (!isOfDemo && readdirSync(folder).length > 0) {
      throw new BatchError('usage', `${folder} has other files: the demo takes a folder of its own`, {
        hint: 'Name a new folder with --keep.',
      })
    }
    mkdirSync(join(folder, 'output'), { recursive: true, mode: 0o700 })
    for (const name of samples) if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), readSample(name))
    if (!existsSync(join(folder, profile))) writeFileSync(join(folder, profile), '{}\n')
  } catch (error) {
    const code = codeOf(error)
    if (error instanceof BatchError || code === undefined) throw error
    throw new BatchError('surroundings', `no folder for the demo can be made at ${folder} (${code})`, {
      hint: 'Name another one with --keep.',
      cause: error,
    })
  }
}

async function runCommand(host: Host, folder: string, argv: readonly string[]): Promise<ExitCode> {
  const [program = '', ...script] = host.program
  const own = Object.entries(host.env).filter(([name]) => !name.startsWith('RWA_'))
  const env = { ...Object.fromEntries(own), RWA_LEDGER: join(folder, ledger) }
  const child = spawn(program, [...script, ...argv], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] })
  // Ctrl-C reaches the step by itself; the demo ends when the step has.
  const unlisten = [
    host.onSignal(['SIGINT'], () => {}),
    host.onSignal(['SIGTERM', 'SIGHUP'], () => void child.kill('SIGTERM')),
  ]
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return (code ?? 1) as ExitCode
  } finally {
    for (const stop of unlisten) stop()
  }
}

/**
 * As a person does by hand: each decision goes into the line of its employee. A file of an earlier demo stays: a person may
 * have written in it.
 */
async function fillIn(host: Host, folder: string): Promise<void> {
  const [input, output] = [join(folder, assessed), join(folder, filledIn)]
  if (existsSync(output)) return
  const [committee, lines] = [await readTable(join(folder, 'decisions.xlsx')), await readTable(input, 'Decisions')]
  const titles = new Map(decide.sheet.fields.map(({ name, about }) => [foldHeading(name), foldHeading(about.title)]))
  const edits = lines.rows.flatMap(({ number, cells }): CellEdit[] => {
    const decision = committee.rows.find((row) => row.cells.get('staffid') === cells.get('employeeid'))
    return [...(decision?.cells ?? [])].flatMap(([heading, text]) => {
      const column = lines.headings.indexOf(titles.get(heading) ?? heading)
      return column < 0 ? [] : [{ sheet: 'Decisions', row: number, column, text }]
    })
  })
  const ports = { logger: silentLogger, cleaningUp: exitOnInterrupt(host) }
  await saveCorrected(decide, { input, edits, reading: {}, output, own: new Set() }, ports)
}

interface Table {
  /** Folded. */
  headings: readonly string[]
  rows: { number: number; cells: ReadonlyMap<string, string> }[]
}

/** Headings stand in the first row. */
async function readTable(file: string, sheet?: string): Promise<Table> {
  const source = await openSheet(file, { sheet })
  try {
    let headings: string[] | undefined
    const rows: Table['rows'] = []
    for await (const { number, cells } of source.rows()) {
      const texts = cells.map(displayCell)
      if (headings === undefined) headings = texts.map(foldHeading)
      else rows.push({ number, cells: new Map(texts.map((text, index) => [headings?.[index] ?? '', text])) })
    }
    if (headings === undefined) throw new BatchError('input', `${file} is empty`)
    return { headings, rows }
  } finally {
    await source.close()
  }
}

const password = 'correct horse battery staple'

/**
 * Opens the link in the newest e-mail to each address, as its reader does, and sends the form. `data`: of the sandbox
 * that sent the e-mails. Returns one line for each.
 */
export async function setUpAccounts(data: string, addresses: readonly string[]): Promise<string[]> {
  const sandbox = await openSandbox({ data })
  try {
    const lines: string[] = []
    for (const address of addresses) {
      const path = findSetupPath(join(dirname(data), 'outbox'), address)
      if (path === undefined) lines.push(`${address}: no e-mail`)
      else {
        const { ok } = await fetch(new URL(path, sandbox.baseUrl), {
          method: 'POST',
          body: new URLSearchParams({ password, repeated: password }),
        })
        lines.push(`${address}: ${ok ? 'account set up' : 'set up before'}`)
      }
    }
    return lines
  } finally {
    await sandbox.close()
  }
}

/** Of the newest e-mail; the port of the sandbox that sent it may be another one. */
function findSetupPath(outbox: string, address: string): string | undefined {
  const mails = readdirSync(outbox)
    .toSorted()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
  return /http:\/\/[\d.]+:\d+(\/version-test\/setup\/[\w-]+)/.exec(
    mails.findLast((mail) => mail.includes(address)) ?? '',
  )?.[1]
}
