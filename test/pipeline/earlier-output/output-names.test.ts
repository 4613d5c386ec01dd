import { describe, expect, it } from 'vitest'
import type { OutputOwner } from '../../rooms/ledger/port.ts'
import {
  avoidDeviceName,
  labelName,
  listDifferences,
  nameSimulatedCsv,
  stemOfInput,
} from '../../rooms/pipeline/earlier-output.ts'

const mine: OutputOwner = {
  operation: 'assess',
  file: '/q3/trips.xlsx',
  sheets: ['EMEA'],
  address: 'https://service.example/api',
  company: 'default',
}

describe('what tells an output from another', () => {
  it.each<[string, Partial<OutputOwner>, string[], RegExp]>([
    ['another folder', { file: '/q2/trips.xlsx' }, ['q3'], /^of \/q2\/trips\.xlsx$/],
    ['another file', { file: '/q3/hires.xlsx' }, ['trips'], /^of \/q3\/hires\.xlsx$/],
    ['other sheets', { sheets: ['AMER', 'APAC'] }, ['EMEA'], /^of the sheets AMER, APAC$/],
    ['another company', { company: 'acme' }, ['default'], /^of the company “acme”$/],
    ['another service', { address: 'https://other.example' }, ['service.example/api'], /^from https:\/\/other/],
    ['a rehearsal', { address: 'sandbox:/data' }, ['service.example/api'], /^from sandbox:/],
    ['another operation', { operation: 'decide' }, ['assess'], /^of decide$/],
  ])('%s', (_, changes, labels, says) => {
    const differences = listDifferences(mine, { ...mine, ...changes })
    expect(differences.map(({ label }) => label)).toEqual(labels)
    expect(differences.map(({ says }) => says).join()).toMatch(says)
  })

  it('is called simulated when it is the rehearsal itself', () => {
    expect(listDifferences({ ...mine, address: 'sandbox:/data' }, mine)).toMatchObject([{ label: 'simulated' }])
  })
})

it.each([
  ['output/trips.assessed.xlsx', ['AMER'], 1, 'output/trips.AMER.assessed.xlsx'],
  ['output/trips.assessed.simulated.xlsx', ['EMEA+AMER'], 1, 'output/trips.EMEA+AMER.assessed.simulated.xlsx'],
  ['out.csv', ['acme', 'a/b: "c"?'], 2, 'out.acme.a-b- -c.2.csv'],
  ['out.xlsx', ['..', 'x'.repeat(60)], 1, `out.${'x'.repeat(40)}.xlsx`],
])('%s with %j, time %i, is %s', (file, labels, ordinal, expected) => {
  expect(labelName(file, 'assessed', labels, ordinal)).toBe(expected)
})

it.each([
  ['output/q3.assessed.edited-20261125T203537.xlsx', 'q3.corrected'],
  ['q3.assessed.simulated.edited-20261125T203537 (2).xlsx', 'q3.corrected'],
  ['q3.corrected.assessed.edited-20261125T203537.xlsx', 'q3.corrected'],
  ['q3.corrected.2.assessed.edited-20261125T203537.xlsx', 'q3.corrected'],
  ['q3.assessed.xlsx', 'q3.assessed'],
  ['q3.xlsx', 'q3'],
])('the output of %s begins with %s', (file, stem) => {
  expect(stemOfInput(file)).toBe(stem)
})

it('a second edited result of the same sheet has a number, not the time of both', () => {
  const edited = (time: string): OutputOwner => ({
    ...mine,
    file: `/q3/output/q3.assessed.edited-20261125T${time}.xlsx`,
  })
  const [one, other] = [edited('203537'), edited('210000')]
  expect(listDifferences(other, one)).toEqual([{ label: '', says: `of ${one.file}` }])
  expect(labelName('output/q3.corrected.assessed.xlsx', 'assessed', [''], 2)).toBe(
    'output/q3.corrected.2.assessed.xlsx',
  )
})

it.each([
  ['out.csv', 'out.simulated.csv'],
  ['out.Simulated.csv', 'out.Simulated.csv'],
  ['out.xlsx', 'out.xlsx'],
])('a rehearsal writes %s as %s', (file, expected) => {
  expect(nameSimulatedCsv(file)).toBe(expected)
})

it.each([
  ['CON.assessed.xlsx', '_CON.assessed.xlsx'],
  ['nul', '_nul'],
  ['Com1.corrected.xlsx', '_Com1.corrected.xlsx'],
  ['lpt9 .xlsx', '_lpt9 .xlsx'],
  ['COM².csv', '_COM².csv'],
  ['prn.aux', '_prn.aux'],
  ['console.xlsx', 'console.xlsx'],
  ['com10.xlsx', 'com10.xlsx'],
  ['trips.con.xlsx', 'trips.con.xlsx'],
  ['_CON.xlsx', '_CON.xlsx'],
  ['-rf.corrected.xlsx', '-rf.corrected.xlsx'],
  ['$(touch pwned).xlsx', '$(touch pwned).xlsx'],
])('the name %s is written as %s: Windows takes some for devices', (name, written) => {
  expect(avoidDeviceName(name)).toBe(written)
})
