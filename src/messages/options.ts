import type { Face } from './face.ts'
import { define, saySentence } from './message.ts'

export interface CompanyAt {
  company: string
  address: string
}

const tokenSources = (_: unknown, { option }: Face): string =>
  `Set RWA_API_TOKEN, or give ${option('tokenFile')} <file> ("-" reads standard input), or ${option('tokenCommand')} <command>.`

export const optionMessages = {
  'date-unreadable': define<{ option: string; written: string }>({
    text: (facts, { option }) => `${option(facts.option)} ${JSON.stringify(facts.written)} is not a date`,
    hint: 'Write a date (2026-03-01), a month (2026-03), a quarter (2026-Q1) or a year (2026).',
  }),
  'faults-without-sandbox': define({
    text: '‹faults› is for the sandbox',
    hint: 'Add ‹sandbox› to rehearse: only the sandbox simulates faults.',
  }),
  'secret-command-failed': define<{ printed: 'token' | 'key'; ending: string }>({
    text: 'the {printed} command failed ({ending})',
    hint: 'Run it alone: it must print the {printed}, and end with exit code 0. Nothing was sent.',
  }),
  'no-address': define({
    text: 'there is no base address',
    hint: 'Give ‹baseUrl› <url> or set RWA_BASE_URL; ‹sandbox› tries everything out without the service.',
  }),
  'status-not-distrusted': define<{ status: number; known: readonly number[] }>({
    text: '‹distrustStatuses› takes {known}, not {status}',
    hint: 'Every other status leaves a row unknown or rejected anyway. Nothing was sent.',
  }),
  'status-in-both': define<{ status: number }>({
    text: '{status} is in both ‹retryStatuses› and ‹distrustStatuses›',
    hint: "The first says that it proves “not processed”, the second that it does not: ask the service's owner, and name it in one of them. Nothing was sent.",
  }),
  'no-field': define<{ option: string; name: string; nearest: string | undefined; fields: readonly string[] }>({
    text: (facts, { option }) => `“${facts.name}” is not a field (${option(facts.option)})`,
    hint: '{nearest Did you mean #? |}The fields are {fields}.',
  }),
  'where-repeated': define<{ heading: string; place: string; times: number }>({
    text: 'rows are chosen by “{heading}”, which {place} has {times} times (‹where›)',
    hint: 'Rename the columns that are not meant. Nothing was sent.',
  }),
  'where-no-column': define<{
    heading: string
    place: string
    nearest: string | undefined
    headings: readonly string[]
  }>({
    text: 'rows are chosen by “{heading}”, which is no column of {place} (‹where›)',
    hint: '{nearest Did you mean “#”? |}It has {headings “#”}. Nothing was sent.',
  }),
  'cancelled-unanswered': define<{ count: number }>({
    text: ({ count }) => (count === 1 ? '1 row looks cancelled' : `${count.toLocaleString('en')} rows look cancelled`),
    hint: 'Say first, under Check, if they are to be left out or sent. Nothing was sent.',
  }),
  'left-out-elsewhere': define<{ file: string }>({
    text: 'the rows to be left out were chosen in another version of {file} (‹leaveOut›)',
    hint: 'Their numbers may mean other rows now. Choose them again on the page. Nothing was sent.',
  }),
  'values-two-meanings': define<{ field: string; earlier: string; was: string; written: string; meant: string }>({
    text: ({ earlier, was, written, meant, ...facts }, { option, field }) =>
      `there are two meanings for one text of ${field(facts.field)}: “${earlier}” → “${was}” and “${written}” → “${meant}” (${option('values')})`,
    hint: 'The two are the same but for case, accents and white space: leave one of them out.',
  }),
  /** `rule` and `hint`: of the field. */
  'value-not-taken': define<{ field: string; written: string; meant: string; rule: string; hint: string }>({
    text: ({ written, meant, rule, ...facts }, { option, field }) =>
      `${field(facts.field)}: “${written}” → “${meant}” cannot be used (${option('values')}): it ${rule}`,
    hint: ({ written, hint }) => `${hint} Correct the value of “${written}”; nothing was read or sent.`.trim(),
  }),
  'date-pattern': define<{ pattern: string; fault: string }>({
    text: 'dates cannot be read as “{pattern}” (‹dateFormat›): {fault}',
    hint: 'Write it with YYYY, MM (or MMM for Mar, MMMM for March) and DD, for example DD/MM/YYYY.',
  }),

  'company-empty': define({ text: 'the label of the company is empty', hint: 'Leave ‹company› out, or name one.' }),
  'company-unknown': define<{ company: string; known: readonly string[] }>({
    text: 'the ledger knows no company "{company}"',
    hint: ({ known }, { option }) =>
      known.length === 0
        ? 'Nothing has run yet.'
        : `It knows ${known.join(', ')}; leave ${option('company')} out for all of them.`,
  }),

  'token-empty': define({ text: 'The API token is empty.', hint: tokenSources }),
  'token-missing': define({ text: 'There is no API token.', hint: tokenSources }),
  'token-pipe': define<{ file: string }>({ text: 'The token file "{file}" is a pipe.', hint: tokenSources }),
  'token-folder': define<{ file: string }>({ text: 'The token file "{file}" is a folder.', hint: tokenSources }),
  'token-long': define<{ name: string }>({
    text: 'The text from {name} is too long for an API token.',
    hint: tokenSources,
  }),
  'token-elsewhere': define<{ known: string; address: string }>({
    text: 'this token was accepted at {known}, and would go to another host now: {address}; nothing was sent',
    hint: 'Find out who named that address: a profile in this folder, a variable, an option. If it is right, add ‹trustAddress›.',
  }),
  'token-other': define<CompanyAt>({
    text: 'another token was used before for {address}, company “{company}”',
    hint: 'If it is a new token of the same company, add ‹tokenRotated›. If it belongs to another company, add ‹company› <name>.',
  }),
  'token-used': define<{ used: CompanyAt; now: CompanyAt }>({
    text: ({ used, now }) =>
      `this token was used before for company “${used.company}” at ${used.address}; as company “${now.company}”${used.address === now.address ? '' : ` at ${now.address}`} all that was sent there would be sent again`,
    hint: ({ used, now }, { option }) => {
      const options = [
        ...(used.company === now.company ? [] : [`${option('company')} "${used.company}"`]),
        ...(used.address === now.address ? [] : [`${option('baseUrl')} ${used.address}`]),
      ]
      return `Use ${options.join(' and ')}. To ignore the earlier submissions there, name another ledger with ${option('ledger')} <file>.`
    },
  }),

  /** `why`: the reason, where there is one kind only. */
  'output-kind': define<{ output: string; kinds: readonly string[]; why?: string | undefined; option: string }>({
    text: ({ output, kinds, why }) => {
      const isNot = kinds.length === 1 ? `not an ${kinds[0]} file` : `neither ${kinds.join(' nor ')}`
      return `the output ${output} is ${isNot}${why === undefined ? '' : `: ${why}`}`
    },
    hint: ({ kinds, option }, face) => `Name a file that ends in ${kinds.join(' or ')} with ${face.option(option)}.`,
  }),
  'output-is-input': define<{ output: string }>({
    text: 'the output {output} is the input itself',
    hint: 'Name another file with ‹output›; without it the output goes to the folder output.',
  }),
  'output-is-device': define<{ output: string }>({
    text: 'the output {output} is a device or pipe: expected a file name',
    hint: 'Name a file that ends in .xlsx or .csv with ‹output›.',
  }),
  'output-folder-missing': define<{ folder: string }>({
    text: 'the folder of the output, {folder}, does not exist',
    hint: 'Check the path given with ‹output›, or create the folder first: only the default folder, output, is created. Nothing was sent.',
  }),
  'output-of-other-runs': define<{ output: string; tried: number }>({
    text: '{output} holds the results of another run, and so do {tried} beside it',
    hint: 'Name another file with ‹output›.',
  }),
  'sidecars-taken': define<{ file: string; tried: number }>({
    text: '{file} and {tried} beside it are other files',
    hint: 'Name another file with ‹output›.',
  }),
  'output-exists': define<{ output: string; option: string }>({
    text: '{output} exists already, and is not replaced',
    hint: ({ option }, face) => `Name another file with ${face.option(option)}, or delete that one first.`,
  }),
  /** `code`: of the operating system. */
  'not-written': define<{ output: string; code: string }>({
    text: ({ output, code }) =>
      `${output} could not be written: ${systemReasons[code]?.text ?? `the system answered ${code}`}`,
    hint: ({ code }, face) => saySentence(systemReasons[code]?.hint ?? otherPlace, {}, face),
  }),
  'log-file-taken': define<{ file: string; taken: string }>({
    text: 'the log file {file} is {taken} itself',
    hint: 'Name another file with ‹logFile›.',
  }),
}

const freeSpace = 'Free some space, or choose another place with ‹output›, and give the same command again.'
const otherPermission = 'Have the permission changed, or choose another place with ‹output›.'
const otherPlace = 'Choose another place with ‹output›.'
const checkPath = 'Check the path given with ‹output›.'

/** By the code of the operating system. */
const systemReasons: Readonly<Record<string, { text: string; hint: string }>> = {
  ENOSPC: { text: 'the disk is full', hint: freeSpace },
  EDQUOT: { text: 'your disk quota is used up', hint: freeSpace },
  EACCES: { text: 'the folder cannot be written to', hint: otherPermission },
  EPERM: { text: 'the folder cannot be written to', hint: otherPermission },
  EROFS: { text: 'the disk is read-only', hint: otherPlace },
  ENOENT: { text: 'the folder is missing', hint: checkPath },
  EEXIST: { text: 'a part of the path is not a folder', hint: checkPath },
  ENOTDIR: { text: 'a part of the path is not a folder', hint: checkPath },
  ENAMETOOLONG: { text: 'the file name is too long', hint: 'Choose a shorter name with ‹output›.' },
  EFBIG: { text: 'the file is larger than the disk allows', hint: otherPlace },
  EIO: { text: 'the disk reported an error', hint: 'Choose another disk with ‹output›.' },
}
