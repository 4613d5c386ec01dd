import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { Workspace } from '../support/program.ts'
import { scale } from '../support/scale.ts'
import { type Answer, identifierOf, type Received, type Reply, startService } from '../support/service.ts'
import { forbidden, spelledToken, spellings } from '../support/token-spellings.ts'
import { toCsv, trip } from '../support/trips.ts'

const html = { 'content-type': 'text/html' }

/** Where the service may echo the token when it creates; `echo` is what it writes between the quotes of JSON. */
const creates: Readonly<Record<string, (echo: string, text: string) => Answer>> = {
  message: (echo) => ({ body: `{"status":"error","success":false,"message":"bad key ${echo} given"}` }),
  field: (echo) => ({ body: `{"status":"error","errors":[{"field":"${echo}","message":"no ${echo} here"}]}` }),
  fields: (echo) => ({
    body: `{"status":"error","errors":[{"field":"a","message":"b"},{"field":"${echo}","message":"${echo}"}]}`,
  }),
  address: (echo) => ({
    body: `{"status":"success","response":{"assessment_id":"ID","redirect_url":"https://r.example/?api_token=${echo}&x=1"}}`,
  }),
  identifier: (echo) => ({ body: `{"status":"success","response":{"assessment_id":"id ${echo}"}}` }),
  user: (echo) => ({ body: `{"status":"success","response":{"user_id":"id ${echo}"}}` }),
  noIdentifier: (echo) => ({ body: `{"status":"success","response":{"key":"${echo}"}}` }),
  page: (_, text) => ({ status: 500, headers: html, body: `<p>${'x'.repeat(150)} Bearer ${text} </p>` }),
  refusingPage: (_, text) => ({ status: 400, headers: html, body: `<p>${text}</p>` }),
  broken: (echo) => ({ body: `{"status":"error","message":"${echo}` }),
  cut: (echo) => ({ body: `{"status":"error","message":"${echo}`.slice(0, -4) }),
}

/** Where it may when it is asked for scores. */
const retrieves: Readonly<Record<string, (echo: string, id: string, employeeId: string) => Answer>> = {
  notFound: (echo) => ({ body: `{"status":"error","message":"no ${echo}"}` }),
  texts: (echo, id, employeeId) => ({
    body: `{"status":"success","data":{"workingRights":1,"payrollTax":1,"socialSecurity":1,"corporateTax":1,
      "employmentLaw":1,"overallTrip":1,"assessmentId":"${id}","employeeId":"${employeeId}","complianceTeamMemberId":"${echo}",
      "managerId":"m ${echo}","cumulativePeRiskLevel":"l ${echo} l"}}`,
  }),
  otherAssessment: (echo, _, employeeId) => ({
    body: `{"status":"success","data":{"workingRights":1,"payrollTax":1,"socialSecurity":1,"corporateTax":1,
      "employmentLaw":1,"overallTrip":1,"assessmentId":"${echo}","employeeId":"${employeeId}"}}`,
  }),
  page: (echo) => ({ status: 500, headers: html, body: `<p>${echo}` }),
}

/** A place has every spelling, or every third one: then all places together have all of them. */
const step = scale({ full: 1, short: 1, quick: 3 })

/** A row is named by the place of the echo and the number of the spelling. */
function nameRows(places: readonly string[]): string[] {
  return places.flatMap((place, nth) =>
    spellings.flatMap((_, index) => ((index + nth) % step === 0 ? [`${place}-${index}`] : [])),
  )
}

function parseName(name: string): { place: string; echo: string; text: string } {
  const [, place = '', index = ''] = /(\w+)-(\d+)$/.exec(name) ?? []
  const spelling = spellings[Number(index)]
  return { place, echo: spelling?.json ?? '', text: spelling?.text ?? '' }
}

function echoIt({ endpoint, fields }: Received): Reply | undefined {
  const name = String(fields['employeeId'] ?? fields['staff_id'] ?? fields['note'] ?? fields['assessmentId'])
  const { place, echo, text } = parseName(name)
  if (endpoint === 'rwa_retrieve') {
    return retrieves[place.replace('get_', '')]?.(echo, name, name.replace(identifierOf(''), ''))
  }
  const answer = creates[place]?.(echo, text)
  return answer === undefined ? undefined : { ...answer, body: answer.body.replace('"ID"', `"${identifierOf(name)}"`) }
}

function entityFree(xml: string): string {
  return xml.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function findEchoes(text: string): string[] {
  return forbidden.filter((part) => text.includes(part))
}

it('the token is kept nowhere, whatever it is written as, in whatever field of whatever answer', async () => {
  let journal = ''
  const service = await startService((received) => {
    // What stands in the ledger's write-ahead log while the run goes on.
    const folder = join(space.folder, 'output')
    if (service.requests.length % 50 === 0) {
      for (const name of readdirSync(folder))
        if (name.endsWith('-wal')) journal = readFileSync(join(folder, name), 'latin1')
    }
    return echoIt(received)
  })
  const space = new Workspace({ ...service.variables, RWA_API_TOKEN: spelledToken })
  const ledger = ['--ledger', 'output/ledger.sqlite']
  const options = ['--json', '-v', '--log-file', 'log.txt', '--max-unknown', '9999', ...ledger]
  const createPlaces = Object.keys(creates).filter((place) => place !== 'user' && place !== 'fields')
  const retrievePlaces = Object.keys(retrieves).map((place) => `get_${place}`)
  const rows = ['E-GOOD', ...nameRows([...createPlaces, ...retrievePlaces])]
  space.write('trips.csv', toCsv(rows.map((name) => trip(name))))
  const people = ['E-GOOD', ...nameRows(['message', 'field', 'user', 'page'])].map((name, index) => ({
    first_name: 'A',
    last_name: 'B',
    email: `a${index}@example.com`,
    staff_id: name,
  }))
  space.write('people.csv', toCsv(people))
  const notes = ['E-GOOD', ...nameRows(['message', 'field', 'fields', 'page'])]
  const decisions = notes.map((note, index) => ({ assessmentId: `A-${index}`, status: 'Pending', note }))
  space.write('decisions.csv', toCsv(decisions))

  const ends = [
    await space.run(['assess', 'trips.csv', '--poll-timeout', '1s', ...options]),
    await space.run(['invite', 'people.csv', '--yes', ...options]),
    await space.run(['decide', 'decisions.csv', '--yes', ...options]),
    await space.run(['status', '--attempts', ...ledger]),
    await space.run(['status', '--attempts', '--csv', ...ledger]),
    await space.run(['status', '--attempts', '--json', ...ledger]),
    await space.run(['status', ...ledger]),
  ]

  expect(service.requests.length).toBeGreaterThan(rows.length + people.length + decisions.length)
  expect(ends[3]?.stdout).toContain('[token]')
  for (const { stdout, stderr } of ends) expect(findEchoes(stdout + stderr)).toEqual([])
  expect(findEchoes(journal)).toEqual([])
  expect(journal).toContain('[token]')
  const files = readdirSync(space.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(7)
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name)
    expect(findEchoes(readFileSync(file, 'latin1')), name).toEqual([])
    if (!name.endsWith('.xlsx')) continue
    const text = entityFree([...(await readParts(file)).values()].join('\n'))
    expect(text).toContain('[token]')
    expect(findEchoes(text), name).toEqual([])
  }
})

it.each([
  [
    'redirect',
    (text: string): Reply => ({ status: 307, headers: { location: `https://x.example/?t=${text}` }, body: '' }),
  ],
  ['refusal of the token', (text: string): Reply => ({ status: 401, body: `no ${text}` })],
])('the token is not said in a %s', async (_, reply) => {
  const all = spellings.map(({ text }) => text).join(' ')
  const service = await startService(() => reply(all))
  const space = new Workspace({ ...service.variables, RWA_API_TOKEN: spelledToken })
  space.write('trips.csv', toCsv([trip('E-1')]))
  const { stdout, stderr } = await space.assess('trips.csv', '-v', '--log-file', 'log.txt')
  expect(stderr).toContain('[token]')
  expect(findEchoes(stdout + stderr + readFileSync(space.path('log.txt'), 'utf8'))).toEqual([])
})
