import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Workspace } from '../support/program.ts'
import type { TestSandbox } from '../support/test-sandbox.ts'
import { acmeToken } from '../support/test-sandbox.ts'
import { type Row, toCsv, toWorkbook, toXlsx, trip, trips } from '../support/trips.ts'
import { listBlocks } from './markdown.ts'

const root = new URL('../../', import.meta.url).pathname

/** The address that pages name; the examples are run against a sandbox in its place. */
const serviceAddress = 'https://service.example/version-test/api'

/** Files that a page names, made before its commands are run. */
async function createFiles(space: Workspace, text: string): Promise<void> {
  const xlsx = await toXlsx(trips(3))
  for (const name of ['trips.xlsx', 'q4.xlsx']) space.write(name, xlsx)
  space.write('trips.csv', toCsv(trips(60)))
  space.write('regions.xlsx', await toWorkbook({ EMEA: trips(2), AMER: [trip('E-9')] }))
  space.write('own-headings.xlsx', await toXlsx([renamed(trip('E-1'))]))
  space.write('text-dates.csv', toCsv([trip('E-1', { 'Trip start': '27.03.2026', 'Trip end': '30.03.2026' })]))
  space.write('companies.csv', toCsv([trip('E-1', { COMPANY_CODE: 'ACME' }), trip('E-2', { COMPANY_CODE: 'GLOBEX' })]))
  const member = { first_name: 'Ada', last_name: 'Byron', email: 'ada@company.example', staff_id: 'C-9' }
  space.write('staff.csv', toCsv([member]))
  for (const name of ['lists.json', 'three-quarters.xlsx', 'quarterly-review.xlsx']) copySample(space, name)
  copyFileSync(join(root, 'samples/lists.json'), space.path('lists.json'))
  for (const name of ['secrets/token', 'acme.token']) writeToken(space, name)
  writeJson(space, text)
}

function copySample(space: Workspace, name: string): void {
  const path = space.path(join('samples', name))
  mkdirSync(dirname(path), { recursive: true })
  copyFileSync(join(root, 'samples', name), path)
}

function writeToken(space: Workspace, name: string): void {
  mkdirSync(dirname(space.path(name)), { recursive: true })
  space.write(name, `${acmeToken}\n`)
  chmodSync(space.path(name), 0o600)
}

/** As in the file `columns.json` of a page: other headings, and no purpose. */
function renamed({ Purpose: _, 'Host country': destination = '', 'Staff ID': id = '', ...row }: Row): Row {
  return { ...row, Zielland: destination, 'Pers. key': id }
}

/** The blocks of JSON on a page are the files that its commands name. */
function writeJson(space: Workspace, text: string): void {
  for (const { code } of listBlocks(text).filter(({ language }) => language === 'json')) {
    const name = code.includes('"$schema"')
      ? 'rwa-batch.json'
      : code.includes('Zielland')
        ? 'columns.json'
        : 'values.json'
    if (name === 'rwa-batch.json') space.writeProfile(JSON.parse(code))
    else space.write(name, code)
  }
}

/** The words of a command line; double and single quotes hold words together. */
export function splitCommand(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''))
}

/** The arguments after `rwa-batch`; undefined for another command. */
export function argumentsOf(line: string, baseUrl: string, database = ''): string[] | undefined {
  const [name, ...words] = splitCommand(line)
  if (name !== 'rwa-batch') return undefined
  return words.map((word) =>
    word
      .replace(serviceAddress, baseUrl)
      .replace(/^http:\/\/127\.0\.0\.1:4010\S*/, baseUrl)
      .replace(/^postgres:\S+/, database),
  )
}

/** A workspace for one page against a sandbox. */
export async function preparePage(sandbox: TestSandbox, text: string): Promise<Workspace> {
  const space = new Workspace(sandbox.variables)
  await createFiles(space, text.replaceAll(serviceAddress, sandbox.baseUrl))
  return space
}
