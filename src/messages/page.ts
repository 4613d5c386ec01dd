import { define } from './message.ts'

/** What the page says of its run, its plans and itself. */
export const pageMessages = {
  'page-defect': define({ text: 'Something went wrong in this program. Nothing more was sent.' }),
  'page-report': define({ text: 'open' }),
  'page-run-going': define({ text: 'rows are being sent: wait until that has ended' }),
  'service-recovered': define({ text: 'The service takes requests again.' }),
  'service-slow': define({ text: 'The service asks for a slower pace.' }),
  'service-away': define({ text: 'The service cannot be reached just now; it is tried again.' }),
  'rows-elsewhere': define<{ senders: readonly string[] }>({
    text: '{senders} is sending some of these rows; this run waits for that.',
  }),
  'event-repeated': define<{ event: string; rows: readonly string[] }>({
    text: '{rows and} carry the same event identifier, {event}: a service that goes by it keeps one of them',
  }),
  'sealed-same-account': define<{ isTeam: boolean }>({
    text: 'the same account on this machine has sealed it: only the names differ, and they are statements, not log-ins{isTeam |; this ledger is a file of one account, and for two log-ins it takes a team’s database}',
  }),
  'sealed-look-alike': define({
    text: 'the two staff IDs look alike: they differ only in letters and digits that are easily confused',
  }),
  'planned-row': define<{ words: string }>({ text: '{words}' }),
  'file-set-aside': define<{ file: string }>({ text: 'An earlier file of that name was kept as {file}.' }),
  'run-still': define({ text: 'Nothing has moved for a minute; the run goes on as soon as it can.' }),
}
