import { describe, expect, it } from 'vitest'
import type { RetrieveProof } from '../rooms/client.ts'
import type { Problem } from '../rooms/contract.ts'
import { decide } from '../rooms/operations.ts'
import type { FieldValues } from '../rooms/pipeline/model.ts'
import { headingsOf } from '../rooms/pipeline/tables.ts'
import { findHeadings } from '../rooms/sheet/headings.ts'
import { wordsOf } from '../support/words.ts'
import { createClient } from './service-client.ts'

function valuesOf(values: Record<string, string>): FieldValues {
  return new Map(Object.entries(values))
}

function problemWith(field: string): Problem {
  return { field, cell: 'B2', heading: '', value: '', rule: '', hint: '' }
}

const pending = { assessmentId: 'A-1', status: 'Pending' } as const

describe('a status', () => {
  const field = decide.sheet.fields.find(({ name }) => name === 'status')
  const read = (text: string) => field?.read({ t: 's', v: text }, { lists: new Map(), datePattern: undefined })

  it.each([
    ['Pending', 'Pending'],
    [' pending ', 'Pending'],
    ['MANAGER APPROVED', 'Manager Approved'],
    ['manager-approved', 'Manager Approved'],
    ['Manager  Approved', 'Manager Approved'],
    ['compliance approved', 'Compliance Approved'],
    ['Approved', 'Compliance Approved'],
    ['APPROVED', 'Compliance Approved'],
    ['Final Approved', 'Compliance Approved'],
    ['final approved', 'Compliance Approved'],
    ['rejected', 'Rejected'],
    ['canceled', 'Canceled'],
    ['Cancelled', 'Canceled'],
  ])('written %j is sent as %s', (written, sent) => {
    expect(read(written)).toMatchObject({ ok: true, value: sent })
  })

  it.each(['Aproved', 'Approve', 'Manager', 'Final', 'Yes', 'OK', 'not Approved', 'Approved?!x'])(
    'written %j is refused',
    (written) => {
      expect(read(written)).toMatchObject({ ok: false, rule: expect.stringContaining('must be Pending') })
    },
  )
})

describe('a word of a colleague for a decision', () => {
  const { propose, fields } = decide.sheet
  const both = ['Compliance Approved', 'Manager Approved']

  it.each([
    ['genehmigt', ['complianceTeamMemberId'], ['Compliance Approved']],
    ['Approuvé', ['managerId'], ['Manager Approved']],
    ['GOEDGEKEURD', ['managerId', 'complianceTeamMemberId'], ['Compliance Approved']],
    ['aprobada', [], both],
    ['OK', ['cancelledByStaffId'], both],
    ['abgelehnt', [], ['Rejected']],
    ['refusé', [], ['Rejected']],
    ['storniert', [], ['Canceled']],
    ['annule', ['managerId'], ['Canceled']],
    ['offen', [], ['Pending']],
    ['en attente', [], ['Pending']],
    ['Vielleicht', ['managerId'], undefined],
  ] as const)('%j beside %j is proposed as %j, and never read as it', (value, named, meant) => {
    const read = fields
      .find(({ name }) => name === 'status')
      ?.read({ t: 's', v: value }, { lists: new Map(), datePattern: undefined })
    expect(read).toMatchObject({ ok: false })
    const problem = { ...problemWith('status'), value }
    const proposed = propose?.(problem, valuesOf(Object.fromEntries(named.map((actor) => [actor, 'X']))))
    if (meant === undefined) expect(proposed).toBe(problem)
    else expect(proposed).toMatchObject({ code: 'decision-word', facts: { text: value, meant } })
    expect(proposed?.remedy).toEqual(meant?.length === 1 ? { kind: 'use', value: meant[0] } : undefined)
  })

  it('is none in another column', () => {
    const problem = { ...problemWith('note'), value: 'genehmigt' }
    expect(propose?.(problem, valuesOf({}))).toBe(problem)
  })
})

describe('who decided', () => {
  const headings = headingsOf(decide.sheet.fields, new Map())
  const search = (...titles: string[]) =>
    findHeadings([{ number: 1, isHidden: false, cells: titles.map((v) => ({ t: 's', v })) }], headings)

  it.each(['Vorgesetzter', 'Manager'])('%s is read for the manager, but not beside a column of IDs', (title) => {
    const fieldsOf = (...titles: string[]) => {
      const found = search('assessmentId', 'status', ...titles)
      return found.kind === 'none' ? [] : [found.kind, ...found.columns.slice(2).map(({ field }) => field)]
    }
    expect(fieldsOf(title)).toEqual(['found', 'managerId'])
    // As an older build wrote the sheet Decisions: a column of the input, and ours.
    expect(fieldsOf(title, 'managerId')).toEqual(['found', undefined, 'managerId'])
    expect(fieldsOf('Manager ID', title)).toEqual(['found', 'managerId', undefined])
  })

  it.each(['Personalnummer', 'Personalnummern', 'Matricule salarié', 'Staff IDs', 'Employee no.'])(
    'is never guessed to be the traveller: %s',
    (title) => {
      const found = search('Bewertungs-ID', 'Entscheidung', title)
      expect(found).toMatchObject({ kind: 'found', nearMisses: [] })
      expect(search('Bewertungs-ID', 'Entscheidung', 'Manager-Personalnumer')).toMatchObject({
        nearMisses: [{ field: 'managerId' }],
      })
    },
  )

  it.each([
    ['M-001', true],
    ['anna.huber', true],
    ['0042', true],
    ['Anna Huber', false],
    ['Huber, Anna', false],
    ['J.-P. O’Neil', false],
  ])('%s: read as an ID %s', (v, ok) => {
    const field = decide.sheet.fields.find(({ name }) => name === 'managerId')
    expect(field?.read({ t: 's', v }, { lists: new Map(), datePattern: undefined }).ok).toBe(ok)
  })
})

describe('a row', () => {
  it('without a status is left alone; one whose status cannot be read is not', () => {
    expect(decide.sheet.skipReason?.(valuesOf({ assessmentId: 'A-1', note: 'later' }), [problemWith('note')])).toEqual({
      code: 'no-status',
      facts: {},
    })
    expect(decide.sheet.skipReason?.(valuesOf({ assessmentId: 'A-1' }), [problemWith('status')])).toBeUndefined()
    expect(decide.sheet.skipReason?.(valuesOf(pending), [])).toBeUndefined()
  })

  it('is the same decision with or without an event identifier of its own; any other field makes another one', () => {
    const identity = (more: object) => decide.request.identity?.({ ...pending, ...more })
    expect(identity({ externalEventId: 'own' })).toEqual(identity({}))
    for (const more of [{ status: 'Rejected' }, { assessmentId: 'A-2' }, { managerId: 'M' }, { note: 'n' }]) {
      expect(identity(more)).not.toEqual(identity({}))
    }
  })

  it('of an output that is handed in keeps no event identifier that was made here: a new recording is a new event', () => {
    const built = (externalEventId: string) => decide.request.build(valuesOf({ ...pending, externalEventId }))
    expect(built(`rwa-batch-${'0a'.repeat(16)}`)).toEqual(pending)
    expect(built('own')).toEqual({ ...pending, externalEventId: 'own' })
  })

  it('is sent after the rows of its assessment that stand before it', () => {
    expect(decide.sheet.orderKey?.(valuesOf(pending))).toBe('A-1')
    expect(decide.sheet.orderKey?.(valuesOf({ status: 'Pending' }))).toBeUndefined()
  })
})

describe('the actor that a status needs', () => {
  const actors = ['managerId', 'complianceTeamMemberId', 'cancelledByStaffId'] as const
  /** Each set of actors that somebody may name. */
  const sets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => actors.filter((_, index) => bits & (1 << index)))
  /** interface.md, "Required actor by status". */
  const suffices: Readonly<Record<string, (named: readonly string[]) => boolean>> = {
    Pending: () => true,
    'Manager Approved': (named) => named.includes('managerId'),
    'Compliance Approved': (named) => named.includes('complianceTeamMemberId'),
    Rejected: (named) => named.includes('managerId') || named.includes('complianceTeamMemberId'),
    Canceled: (named) => named.includes('cancelledByStaffId'),
  }
  const cases = Object.keys(suffices).flatMap((status) => sets.map((named) => ({ status, named })))

  it.each(cases)('$status with $named', ({ status, named }) => {
    const values = valuesOf({ ...pending, status, ...Object.fromEntries(named.map((actor) => [actor, 'X'])) })
    const problems = decide.sheet.check?.(values, 0).problems ?? []
    expect(problems.length === 0).toBe(suffices[status]?.(named))
    for (const { rule, hint } of problems)
      expect([rule, hint]).toEqual([expect.stringContaining(`for ${status}`), expect.stringContaining('‹set›')])
  })

  it('is not asked for where the status is wrong already', () => {
    expect(decide.sheet.check?.(valuesOf({ assessmentId: 'A-1' }), 0).problems).toEqual([])
  })
})

describe('what is sent', () => {
  it('always has an event identifier: the sheet’s own, else that of the row', async () => {
    const client = createClient({ write: { kind: 'done', identifier: '', reportUrl: '' } })
    await decide.send.call(client, pending, () => 'derived')
    await decide.send.call(client, { ...pending, externalEventId: 'own' }, () => 'derived')
    expect(client.told).toEqual([
      { ...pending, externalEventId: 'derived' },
      { ...pending, externalEventId: 'own' },
    ])
    expect(decide.send.eventId?.(pending, () => 'derived')).toBe('derived')
    expect(decide.send.eventId?.({ ...pending, externalEventId: 'own' }, () => 'derived')).toBe('own')
  })

  it('has no field that the row has not', () => {
    expect(decide.request.build(valuesOf(pending))).toEqual(pending)
    expect(() => decide.request.build(valuesOf({ ...pending, status: 'Approved' }))).toThrow('status')
  })
})

describe('a look after an unknown outcome', () => {
  const result = {
    workingRights: 1,
    payrollTax: 1,
    socialSecurity: 1,
    corporateTax: 1,
    employmentLaw: 1,
    overallTrip: 1,
    assessmentId: 'A-1',
    employeeId: 'E',
    complianceTeamMemberId: 'C-001',
    managerId: '',
  }
  const retry = {
    kind: 'retry',
    reason: 'HTTP 502 (Bad Gateway)',
    isConnection: false,
    isThrottled: false,
    isForeign: false,
  } as const

  it.each<[RetrieveProof, string]>([
    [{ kind: 'ready', result }, 'the service answers and shows complianceTeamMemberId “C-001”, managerId “”'],
    [{ kind: 'pending' }, 'the service answers; the scores are not ready'],
    [{ kind: 'not-found', message: 'Not Found', isInContract: true }, 'the service says: Not Found'],
    [{ ...retry, retryAfterMs: undefined }, 'the service does not say either: HTTP 502 (Bad Gateway)'],
    [
      { kind: 'stop', cause: 'authorisation', message: 'Invalid Auth', isProcessed: 'no', raw: '' },
      'the service says: Invalid Auth',
    ],
  ])('that shows %j says so, and sends nothing', async (retrieve, words) => {
    const client = createClient({ retrieve })
    const look = await decide.send.inquire?.(client, pending)
    expect(look?.seen).toBe(
      `looked at afterwards, ${words}${retrieve.kind === 'pending' ? ', so it shows no staff' : ''}`,
    )
    expect(look?.answer.proof).toEqual(retrieve)
    expect(client.told).toEqual(['A-1'])
  })
})

describe('the hint about a refusal', () => {
  it.each([
    [
      'complianceTeamMemberId',
      'Compliance Team Member ID must match a registered, activated staff account in this company. The member must …',
      'finish the account set-up',
    ],
    ['', 'RWA not found for this company', 'Check the assessmentId'],
    ['managerId', 'anything else', 'Correct managerId as the service says'],
    ['', 'anything else', 'Correct the row as the service says'],
  ])('of %j: %j says what to do', (field, message, words) => {
    expect(wordsOf(decide.output.hintFor(field, message))).toContain(words)
  })
})
