import { define } from './message.ts'

export interface SealTarget {
  company: string
  address: string
}

type Refusal = 'over' | 'expired' | 'same person' | 'no second person' | 'overtaken'

export const runMessages = {
  'release-refused': define<{ refusal: Refusal }>({
    text: '{refusal over=this run was dropped, or replaced by a later one of the same sheet|expired=the time in which this run may be released is over|same person=whoever sealed this plan cannot release it as well|no second person=this run is sealed: only a second person releases it|another run has changed what was planned here}',
    hint: 'Nothing was sent. {refusal overtaken=Start the same command again.|Seal the sheet again.}',
  }),
  'not-confirmed': define<{ asksForCount: boolean }>({
    text: 'it was not confirmed: nothing was sent',
    hint: 'Start the same command again and {asksForCount type the number of requests, or add ‹confirm›.|answer y, or add ‹confirm›; ‹baseUrl› names another address.}',
  }),
  'output-of-other-ledger': define<{ output: string; identifier: string; ledger: string }>({
    text: '{output} names {identifier} (and perhaps more), which the ledger {ledger} does not know: it was written with another ledger, or this one was lost. Nothing was sent',
    hint: 'Put that ledger back, or name it with ‹ledger›; or take {output} as input instead of the sheet: its rows are asked for and never created again. To create everything again, move it away or name another ‹output›.',
  }),
  'answer-of-other-ledger': define<{ output: string; identifier: string; ledger: string; where: string }>({
    text: '{output} names {identifier} beside an unknown row, and the ledger {ledger} cannot tell which of its rows that is: the row was sent again since, its cells were changed, or it was written with another ledger. Nothing was sent',
    hint: 'Write it into the column resolution of {where} instead and take it out there; to send all unknown rows again, take it out and use ‹retryUnknown›.',
  }),
  'run-replaced': define<{ ledger: string }>({
    text: 'another run of the same sheet has replaced this one, whose heartbeat stopped for too long; the ledger {ledger} has the rows that both have sent',
    hint: 'Nothing is lost; start the same command again for an output that shows all of it.',
  }),
  'rows-changed': define<{ ledger: string; found: number; rows: number }>({
    text: 'the ledger {ledger} has {found} of the {rows} rows that this run loaded: something else has changed it meanwhile',
    hint: 'Make sure that nothing else uses this file, by any name, then start the same command again: what was created stands in the ledger.',
  }),
  'nothing-to-refresh': define<{ file: string }>({
    text: 'nothing to ask for: {file # names no assessment (no column assessmentId), and the ledger knows none that was created from it|the ledger has no rows for this service that wait for scores}',
    hint: 'Name a sheet with a column assessmentId; ‹all› asks again for rows that have scores, too; ‹ledger› names another ledger.',
  }),
  'run-not-found': define<{ ledger: string; input: string }>({
    text: 'the ledger {ledger} has no run of {input}',
    hint: 'Run assess, decide or invite on it first (with ‹detach› for workers), or name another ledger with ‹ledger›.',
  }),
  'ledger-not-shared': define<{ ledger: string }>({
    text: 'the ledger {ledger} is a file, which only one process can hold',
    hint: 'Workers need a ledger in a database: name one with ‹ledger› postgres://user@host/database.',
  }),
  'files-too-few': define({
    text: 'the system lets this program open too few files',
    hint: 'Raise the limit (ulimit -n) to 256 or more, then start the same command again.',
  }),
  'folder-gone': define({
    text: 'the current folder no longer exists',
    hint: 'Start the program again in an existing folder.',
  }),

  'plan-not-sealed': define<{ file: string }>({
    text: '{file} is not a sealed plan',
    hint: 'Seal a plan with ‹seal›, then release the workbook that it writes. Nothing was sent.',
  }),
  'seal-unrecorded': define<{ ledger: string; seal: string; file: string }>({
    text: '{ledger} has no record of the seal {seal} of {file}',
    hint: 'Either the plan was changed since it was sealed, or it was sealed with another ledger: name that one with ‹ledger›. Nothing was sent.',
  }),
  'waiting-run-unknown': define<{ reference: string }>({
    text: 'no sealed run that waits is “{reference}”',
    hint: 'status ‹waiting› lists those that wait.',
  }),
  'rows-differ': define<{ first: string; more: number }>({
    text: 'the plan has changed since you saw it: {first}{more 0=|; and {more} more}',
    hint: 'Nothing was sent. Look at the plan again.',
  }),
  'seal-over': define<{ ending: string | undefined }>({
    text: '{ending this sealed run can no longer be released: #|this plan was sealed by an earlier version of the program, which kept no lines of it}',
    hint: 'Seal the sheet again. Nothing was sent.',
  }),
  'sealed-sheet-changed': define<{ input: string }>({
    text: '{input} was changed since it was sealed: a release sends what was sealed, not what it says now',
    hint: 'Let a person confirm it instead of ‹confirm›; or seal the sheet again. Nothing was sent.',
  }),
  'seal-of-other-target': define<{ sealed: SealTarget; now: SealTarget }>({
    text: 'the plan was sealed for company “{sealed.company}” at {sealed.address}, and this would go to “{now.company}” at {now.address}',
    hint: 'Name that address and company with ‹baseUrl› and ‹company›. Nothing was sent.',
  }),
  'nothing-to-seal': define<{ input: string }>({
    text: 'there is nothing to seal: no row of {input} is to be sent',
    hint: 'Its plan says what becomes of each row (‹dryRun›).',
  }),
  'staff-ids-alike': define<{ by: string; sealedBy: string }>({
    text: '{by} and {sealedBy}, who sealed it, look alike: they differ only in letters and digits that are easily confused',
    hint: 'If they are two people, confirm once more. Nothing was sent.',
  }),
  'staff-id-refused': define<{ reason: string }>({
    text: '{reason}',
    hint: 'Give the staff ID of the person who seals or releases with ‹by›. Nothing was sent.',
  }),
  'four-eyes-required': define<{ reason: string }>({
    text: '{reason}',
    hint: 'Seal the plan (‹seal› <plan.xlsx> ‹by› <staff id>); then another person reads it and releases it (‹release› <run> ‹by› <another staff id>). Nothing was sent.',
  }),

  'rule-recorded': define<{ name: string; about: string; shown: string; company: string; address: string }>({
    text: 'from now on, for company “{company}” at {address}: {about} ("{name}": {shown}); the ledger keeps that as a rule of the company, whatever the profile says later',
  }),
  'rule-unknown': define<{ name: string; known: readonly string[] }>({
    text: 'there is no rule “{name}”: they are {known}',
    hint: 'Nothing was changed.',
  }),
  'rule-unreadable': define<{ name: string; text: string; expected: string }>({
    text: '“{text}” is no value of {name}: expected {expected}',
    hint: 'Nothing was changed.',
  }),
  'rule-needs-two': define<{ name: string }>({
    text: 'four eyes are the rule here, and this would loosen {name}: it needs two people',
    hint: 'Say who asks for it with ‹by› <staff id>; another person releases it. Nothing was changed.',
  }),
  'rule-overtaken': define<{ name: string }>({
    text: 'the rule {name} was changed by another process at the same time',
    hint: 'Start the same command again. Nothing was changed.',
  }),
  'rule-run-unknown': define<{ reference: string }>({
    text: 'no change of a rule waits as run {reference}',
    hint: 'Those that wait are listed by status with ‹waiting›. Nothing was changed.',
  }),
  'note-missing': define<{ status: string }>({
    text: '{status} needs a note: it is a rule of the company ("noteFor")',
    hint: 'Say why in this cell.',
  }),
}
