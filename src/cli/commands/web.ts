import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Destination, openDestination, TokenAccess } from '../../app/destination.ts'
import { toEvidencePolicy } from '../../app/evidence-policy.ts'
import { readDemands } from '../../app/profile/profile-demands.ts'
import { ProfileStore } from '../../app/profile/profile-store.ts'
import { assess } from '../../operations/assess.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { findPageFolder, RunningPage } from '../../web/running-page.ts'
import { PageDoor } from '../../web/server/page-door.ts'
import { askAboutProfile, type PageServer, startPageServer } from '../../web/server/page-server.ts'
import { announceProfile } from '../apply-profile.ts'
import { createBrowser, writeShortcut } from '../desktop.ts'
import { readSample } from '../guide-pages.ts'
import { type Host, isSingleExecutable } from '../host.ts'
import { stopSignals } from '../interrupts.ts'
import { createMessages, type Messages } from '../output/messages.ts'
import { printJson, printJsonToStderr, printLines } from '../output/print.ts'
import { dropOptions, toRunCommand } from '../quote-command.ts'
import { readRun, toReadOptions } from '../run-request.ts'
import { type Arguments, locate } from '../setting-options.ts'

/** The page asks about the profile, also without a terminal: `door` is where the rest of it will be. */
export async function readArgumentsForPage(
  host: Host,
  command: Command,
  read: () => Promise<Arguments>,
): Promise<{ given: Arguments; door: PageDoor | undefined }> {
  let door: PageDoor | undefined
  const { clock } = host
  await announceProfile(host, command, async (question) => {
    const { port, open: isOpened, json } = command.opts()
    door = await PageDoor.open(port, clock)
    const browser = isOpened ? createBrowser(host, undefined) : undefined
    const link = door.makeLink()
    if (json) printJson(host, { url: link })
    else printLink(host, link)
    browser?.open(link)
    const isAgreed = await askAboutProfile(door, question, { clock, onNewLink: (next) => printLink(host, next) })
    browser?.removePage()
    if (!isAgreed) await door.close()
    return isAgreed
  })
  return { given: await read(), door }
}

/** `web`: serves the page until an interrupt, or an hour without a visitor. */
export async function servePage(
  host: Host,
  input: string | undefined,
  whole: Arguments,
  door: PageDoor | undefined,
): Promise<ExitCode> {
  const isTried = isSingleExecutable && host.argv.length === 1 && !(whole.baseUrl ?? host.env['RWA_BASE_URL'])
  const args = isTried ? { ...whole, sandbox: true } : whole
  const { ledger, surroundings } = locate(host, args)
  const address = args.sandbox ? 'sandbox' : (args.baseUrl ?? host.env['RWA_BASE_URL'])
  const folder = findPageFolder(surroundings, [host.folder, address, args.company, ledger])
  const running = folder === undefined ? undefined : new RunningPage(folder)
  const known = await running?.requestLink(input === undefined ? '' : resolve(host.folder, input))
  if (known !== undefined) return openRunning(host, known, args, folder)
  const policy = toEvidencePolicy(args)
  let access: TokenAccess | undefined
  const browser = createBrowser(host, folder)
  const logger = createMessages(host, { redact: (text) => access?.redact(text) ?? text })
  if (isTried) logger.warn('no service is set up: the page works with an embedded copy, and all scores are simulated')
  const given = { ...args, profile: undefined }
  const kept = new ProfileStore(args.profile, host, toReadOptions(assess, given))
  kept.reading(assess)
  const { input: _, output: __, ...options } = readRun(assess, '', given)
  const held = new TokenAccess(await openAccess(host, args, logger))
  access = held
  try {
    const page = await startPageServer({
      port: args.port,
      door,
      folder,
      running,
      input,
      runDefaults: options,
      kept,
      access: held,
      run: {
        ...locate(host, args),
        get demands() {
          return readDemands(kept.found, logger)
        },
        get tokenRotated() {
          return held.isRotated
        },
        get destination() {
          return held.destination
        },
        requestTimeoutMs: args.requestTimeoutMs,
        policy,
        onSpill: (line) => printJsonToStderr(host, line),
      },
      example: { name: 'quarterly-review.xlsx', read: () => readSample('quarterly-review.xlsx') },
      formatCommand: (run) => toRunCommand(host.argv, input, run, host.platform),
      clock: host.clock,
      logger,
      onNewLink(link) {
        logger.warn('a link that was used before was opened again: the page is closed to all who had it')
        printLink(host, link)
      },
    })
    const show = (): void => {
      const link = page.makeLink()
      printLink(host, link)
      if (args.open) browser.open(link)
    }
    const begin = door !== undefined ? () => {} : args.json ? () => printJson(host, { url: page.makeLink() }) : show
    return await waitForEnd(host, page, { begin, show, logger })
  } finally {
    browser.removePage()
    await held.destination.close()
  }
}

/** This program ends; the page belongs to the first one. */
function openRunning(host: Host, link: string, args: Arguments, folder: string | undefined): ExitCode {
  if (args.json) printJson(host, { url: link })
  else {
    printLines(host, ['The page of this folder runs already.', openingOf(link)])
    if (args.open) createBrowser(host, folder).open(link)
  }
  return 0
}

/** The token can also be given on the page; the address cannot. */
async function openAccess(host: Host, args: Arguments, logger: Logger): Promise<Destination> {
  const options = { ...args, faults: undefined, stdin: host.stdin, env: host.env, clock: host.clock }
  try {
    return await openDestination({ ...options, needsToken: 'yes' }, logger)
  } catch (error) {
    if (!(error instanceof BatchError) || error.code !== 'configuration') throw error
    const destination = await openDestination({ ...options, needsToken: 'no' }, logger)
    logger.warn(`${error.message} It can be given on the page, in Settings.`)
    return destination
  }
}

function printLink(host: Host, link: string): void {
  printLines(host, [openingOf(link), 'Enter: a new link. Ctrl-C: the end.'])
}

function openingOf(link: string): string {
  return `The page opens once, within two minutes, with ${link}`
}

/** The first interrupt lets requests in flight finish; the second one ends at once. */
async function waitForEnd(
  host: Host,
  page: PageServer,
  { begin, show, logger }: { begin(): void; show(): void; logger: Messages },
): Promise<ExitCode> {
  const { stdin } = host
  let wasSending = false
  let isInterrupted = false
  const onSignal = (): void => {
    if (isInterrupted) host.exit(130)
    isInterrupted = true
    wasSending = page.isRunning
    if (wasSending)
      logger.warn('stopping: requests in flight are finished and what was done is written; once more ends at once')
    void page.close()
  }
  const unlisten = host.onSignal(stopSignals, onSignal)
  if (stdin.isTTY) stdin.on('data', show)
  try {
    // A program that reads the link may interrupt this process at once.
    begin()
    await page.ended
  } finally {
    unlisten()
    stdin.off('data', show)
    stdin.pause()
  }
  if (!isInterrupted) logger.info('no visitor for an hour: the page has ended')
  return wasSending ? 130 : 0
}

/** `web --shortcut`: a desktop icon that starts the page in this folder, with the options of this command line. */
export function createShortcut(host: Host): ExitCode {
  const { platform, env, folder, program, argv } = host
  const [node = '', ...script] = program
  const command = [
    node,
    ...script.map((file) => realpathSync(file)),
    ...dropOptions(argv, (_, name) => name === 'shortcut'),
  ]
  const files = writeShortcut({ platform, env, command, folder })
  printLines(host, [`An icon that starts the page in ${folder}:`, ...files])
  if (platform === 'win32' || platform === 'darwin') {
    printLines(host, ['It is made as the documentation of this system says, and was not tried there.'])
  }
  return 0
}
