import { expect } from 'vitest'
import { recordAgreement } from '../rooms/app/profile.ts'
import { findPagesFolder } from '../rooms/ledger.ts'
import { Drafts } from '../rooms/web/sheet.ts'
import { editWorkbook } from '../support/edit-workbook.ts'
import { answer, approve } from '../support/shared-out.ts'
import { hire, toCsv, trip } from '../support/trips.ts'
import { address, type Space } from './space.ts'

/** Of the user of the files. */
export const systemOf = ({ env, folder }: Space) => ({ platform: 'linux' as const, env, folder })

const trips = [1, 2, 3, 4, 5].map((number) => trip(`E-00${number}`, { Name: `Zoë ${number}`, 'Cost centre': '7' }))
/** Of the second handing in: one trip is edited, one is gone, one is new. */
const later = [
  trip('E-001', { Name: 'Zoë 1', 'Cost centre': '7', 'Trip end': '2026-04-30' }),
  ...trips.slice(1, 4),
  trip('E-006', { Name: 'Zoë 6', 'Cost centre': '7' }),
]
const hires = [{}, { 'Planned hires': 'many' }, {}].map((more, at) => hire(`E-01${at + 1}`, { Team: '7', ...more }))
const decision = (employeeId: string, status: string, more: object = {}) => ({
  assessmentId: `A-${employeeId}`,
  status,
  complianceTeamMemberId: 'C-001',
  ...more,
})

export const profile = {
  baseUrl: address,
  noteFor: ['Canceled'],
  assess: { values: { purpose: { WFA: 'Work From Anywhere' } }, set: { salesContracts: 'No' } },
}

/**
 * What one user does with a build until its files are kept: all operations, a trip that is unknown, one that is refused, one
 * that was never sent, one that was forgotten, a plan that waits for a second person, a workbook that a manager has sent back,
 * and answers that no run has read.
 */
export async function playStory(space: Space): Promise<void> {
  const { run, write, path } = space
  const exits = async (code: number, ...args: string[]): Promise<void> => {
    const said = await run(args)
    expect(said.code, `${args.join(' ')}\n${said.stderr}`).toBe(code)
  }
  write('rwa-batch.json', `${JSON.stringify(profile, null, 2)}\n`)
  recordAgreement({ file: path('rwa-batch.json'), profile }, systemOf(space))

  write('trips.csv', toCsv(trips))
  await exits(4, 'assess', 'trips.csv', '--concurrency', '1')
  write('trips.csv', toCsv(later))
  await exits(4, 'assess', 'trips.csv', '--concurrency', '1', '--limit', '1')
  write('hires.csv', toCsv(hires))
  await exits(3, 'assess', 'hires.csv', '-o', 'output/hires.csv', '--concurrency', '1')
  await exits(0, 'refresh', 'hires.csv', '-o', 'output/hires.csv', '--concurrency', '1')

  write('decisions.csv', toCsv([decision('E-001', 'Approved', { note: 'as agreed' })]))
  await exits(0, 'decide', 'decisions.csv', '--yes', '--concurrency', '1')
  write('pair.csv', toCsv([decision('E-005', 'Pending', { managerId: 'M-1' })]))
  await exits(0, 'decide', 'pair.csv', '--seal', 'pair.xlsx', '--by', 'C-001')
  await exits(0, 'decide', '--release', 'pair.xlsx', '--by', 'M-042', '--yes', '--concurrency', '1')
  write('staff.csv', toCsv([{ first_name: 'Fay', last_name: 'Hug', email: 'fay@acme.example', staff_id: 'C-7' }]))
  await exits(0, 'invite', 'staff.csv', '--yes')
  await exits(0, 'ledger', 'forget', '--employee', 'E-002', '--yes', '--reason', 'left us')

  write('waiting.csv', toCsv([decision('E-011', 'Rejected'), decision('E-013', 'Approved')]))
  await exits(0, 'decide', 'waiting.csv', '--seal', 'waiting.xlsx', '--by', 'C-001')
  for (const name of ['audit.xlsx', 'audit.csv']) await exits(0, 'status', '--attempts', '-o', name)

  await exits(0, 'decide', 'output/hires.csv', '--share-out', 'Team', '--by', 'C-001', '-o', 'to')
  await answer(path('to/7.xlsx'), approve)
  await editWorkbook(path('output/trips.assessed.xlsx'), [
    { sheet: 'Unknown', row: 'E-003', values: { resolution: 'not created', reason: 'looked up at the service' } },
  ])
}

export function keepDraft(space: Space): void {
  new Drafts(findPagesFolder(systemOf(space)), space.clock).save({
    task: 'assess',
    upload: { file: space.path('trips.csv'), label: 'trips.csv' },
    digest: '0123456789abcdef'.repeat(4),
    options: { sheets: ['Trips'], headingRow: 1 },
    answers: {
      columns: { Zweck: 'purpose' },
      set: { role: 'Engineering' },
      dateFormats: ['DD.MM.YYYY'],
      leftOut: { Trips: [3] },
      sendAnyway: { Trips: [4] },
      values: { purpose: { WFA: 'Work From Anywhere' } },
    },
    steps: [[{ sheet: 'Trips', row: 2, column: 1, text: 'Spain' }]],
    typed: { 'Trips 2': 'Peru' },
  })
}
