// The whole way against the embedded service: invite compliance staff, set up an account from the e-mail, assess a sheet
// as a mobility team keeps it, fill in the decisions, send them. Some rows hold honest mistakes, so some steps end with
// exit code 3, "finished, and some rows need a person": expected here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import ExcelJS from 'exceljs'

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'dist/bin/rwa-batch.cjs')
const output = join(root, 'output')
// What the sandbox was sent stands in this folder; so does the memory of it, apart from that of real runs.
const memory = join(output, 'demo.ledger.sqlite')
const usualPort = '4010'

const service = (await startSandbox(usualPort)) ?? (await startSandbox('0'))
if (service === undefined) throw new Error('the sandbox did not start')
try {
  say('1. Invite compliance staff; each gets an e-mail (here: a file in output/outbox).')
  await run('invite', 'samples/compliance-staff.csv', '--yes')

  say('2. Two of them open the link in the e-mail and set up their accounts. The third does not.')
  for (const address of ['ingrid.solberg@example.com', 'amara.diallo@example.com']) await setUpAccount(address)

  say('3. Assess the quarterly review: 60 rows, six of them with honest mistakes.')
  await run('assess', 'samples/quarterly-review.xlsx')

  say('4. Compliance fills in the sheet Decisions: here from samples/decisions.xlsx, by staff ID.')
  await fillInDecisions()

  say('5. Send the decisions. One names nobody, one names a member whose account is not set up.')
  await run('decide', 'output/quarterly-review.decisions.xlsx', '--yes')

  console.log(`
Open output/quarterly-review.assessed.xlsx: your sheet has its scores, report link or reason beside every row;
Problems says what to correct. Correct a row in samples/quarterly-review.xlsx and run the demo again: only that row is
sent. The report links open while \`npx rwa-batch sandbox\` runs.`)
} finally {
  service.stop()
}

/** @param {string} port */
async function startSandbox(port) {
  const child = spawn(process.execPath, [program, 'sandbox', '--json', '--port', port], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // However this ends, into a closed pipe too.
  process.once('exit', () => child.kill('SIGTERM'))
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => undefined)])
  if (first === undefined) return undefined
  /** @type {{ baseUrl: string, companies: { token: string }[] }} */
  const { baseUrl, companies } = JSON.parse(String(first[0]))
  return { baseUrl, token: companies[0]?.token ?? '', stop: () => child.kill('SIGTERM') }
}

/** @param {string[]} args */
async function run(...args) {
  console.log(`$ npx rwa-batch ${args.join(' ')}\n`)
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      RWA_BASE_URL: service?.baseUrl,
      RWA_API_TOKEN: service?.token,
      RWA_LEDGER: memory,
      // A register of its own: what is tried out here is no ledger of yours.
      XDG_STATE_HOME: join(root, 'output'),
    },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0 && code !== 3) process.exit(code ?? 1)
}

/** Opens the newest e-mail to an address, follows its link and sends the form. @param {string} address */
async function setUpAccount(address) {
  const link = readOutbox(address)
  if (link === undefined) {
    console.log(`${address}: no new invitation (an earlier demo has set the account up)`)
    return
  }
  const password = 'correct horse battery staple'
  const answer = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ password, repeated: password }),
  })
  console.log(`${address}: ${answer.ok ? 'account set up' : `already set up (HTTP ${answer.status})`}`)
}

/** @param {string} address */
function readOutbox(address) {
  const folder = join(output, 'outbox')
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const mail = mails.findLast((text) => text.includes(address))
  return mail?.match(/http:\/\/127\.0\.0\.1:\d+\/version-test\/setup\/[\w-]+/)?.[0]
}

/** What a person does by hand: each decision goes into the row of its employee. */
async function fillInDecisions() {
  const decided = new ExcelJS.Workbook()
  await decided.xlsx.readFile(join(root, 'samples/decisions.xlsx'))
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(join(output, 'quarterly-review.assessed.xlsx'))
  const [committee] = decided.worksheets
  const sheet = workbook.getWorksheet('Decisions')
  if (committee === undefined || sheet === undefined) throw new Error('a sheet is missing')
  const from = readHeadings(committee)
  const into = readHeadings(sheet)
  committee.eachRow((decision, number) => {
    if (number === 1) return
    const employee = decision.getCell(1).text
    sheet.eachRow((row) => {
      if (row.getCell(into.get('employeeId') ?? 1).text !== employee) return
      for (const [heading, column] of from) {
        const target = into.get(heading)
        if (target !== undefined) row.getCell(target).value = decision.getCell(column).value
      }
    })
  })
  await workbook.xlsx.writeFile(join(output, 'quarterly-review.decisions.xlsx'))
  console.log('output/quarterly-review.decisions.xlsx')
}

/** Heading → column. @param {ExcelJS.Worksheet} sheet */
function readHeadings(sheet) {
  /** @type {Map<string, number>} */
  const columns = new Map()
  sheet.getRow(1).eachCell((cell, column) => columns.set(cell.text, column))
  return columns
}

/** @param {string} text */
function say(text) {
  console.log(`\n${text}\n`)
}
