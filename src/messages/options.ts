import { define } from './message.ts'

export interface CompanyAt {
  company: string
  address: string
}

const tokenSources =
  'Set RWA_API_TOKEN, or give ‹tokenFile› <file> ("-" reads standard input), or ‹tokenCommand› <command>.'

const freeSpace = 'Free some space, or choose another place with ‹output›, and give the same command again.'
const otherPermission = 'Have the permission changed, or choose another place with ‹output›.'
const checkPath = 'Check the path given with ‹output›.'

export const optionMessages = {
  'date-unreadable': define<{ option: string; written: string }>({
    text: '‹{option}› "{written}" is not a date',
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
    text: '“{name}” is not a field (‹{option}›)',
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
    text: '{count # row looks|# rows look} cancelled',
    hint: 'Say first, under Check, if they are to be left out or sent. Nothing was sent.',
  }),
  'left-out-elsewhere': define<{ file: string }>({
    text: 'the rows to be left out were chosen in another version of {file} (‹leaveOut›)',
    hint: 'Their numbers may mean other rows now. Choose them again on the page. Nothing was sent.',
  }),
  'values-two-meanings': define<{ field: string; earlier: string; was: string; written: string; meant: string }>({
    text: 'there are two meanings for one text of {field field}: “{earlier}” → “{was}” and “{written}” → “{meant}” (‹values›)',
    hint: 'The two are the same but for case, accents and white space: leave one of them out.',
  }),
  /** `rule` and `hint`: of the field. */
  'value-not-taken': define<{ field: string; written: string; meant: string; rule: string; hint: string }>({
    text: '{field field}: “{written}” → “{meant}” cannot be used (‹values›): it {rule}',
    hint: '{hint # |}Correct the value of “{written}”; nothing was read or sent.',
  }),
  'date-pattern': define<{ pattern: string; fault: string }>({
    text: 'dates cannot be read as “{pattern}” (‹dateFormat›): {fault}',
    hint: 'Write it with YYYY, MM (or MMM for Mar, MMMM for March) and DD, for example DD/MM/YYYY.',
  }),

  'company-empty': define({ text: 'the label of the company is empty', hint: 'Leave ‹company› out, or name one.' }),
  'company-unknown': define<{ company: string; known: readonly string[] }>({
    text: 'the ledger knows no company "{company}"',
    hint: '{known.0 It knows {known}; leave ‹company› out for all of them.|Nothing has run yet.}',
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
  /** `differs`: what it was used with otherwise. */
  'token-used': define<{ used: CompanyAt; now: CompanyAt; differs: 'company' | 'address' | 'both' }>({
    text: 'this token was used before for company “{used.company}” at {used.address}; as company “{now.company}”{differs company=| at {now.address}} all that was sent there would be sent again',
    hint: 'Use {differs company=‹company› "{used.company}"|address=‹baseUrl› {used.address}|‹company› "{used.company}" and ‹baseUrl› {used.address}}. To ignore the earlier submissions there, name another ledger with ‹ledger› <file>.',
  }),

  /** `why`: the reason, where there is one kind only. */
  'output-kind': define<{ output: string; kinds: readonly string[]; why?: string | undefined; option: string }>({
    text: 'the output {output} is {kinds.1 neither {kinds.0} nor #|not an {kinds.0} file}{why : #|}',
    hint: 'Name a file that ends in {kinds or} with ‹{option}›.',
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
    hint: 'Name another file with ‹{option}›, or delete that one first.',
  }),
  /** `code`: of the operating system. */
  'not-written': define<{ output: string; code: string }>({
    text: '{output} could not be written: {code ENOSPC=the disk is full|EDQUOT=your disk quota is used up|EACCES=the folder cannot be written to|EPERM=the folder cannot be written to|EROFS=the disk is read-only|ENOENT=the folder is missing|EEXIST=a part of the path is not a folder|ENOTDIR=a part of the path is not a folder|ENAMETOOLONG=the file name is too long|EFBIG=the file is larger than the disk allows|EIO=the disk reported an error|the system answered {code}}',
    hint: `{code ENOSPC=${freeSpace}|EDQUOT=${freeSpace}|EACCES=${otherPermission}|EPERM=${otherPermission}|ENOENT=${checkPath}|EEXIST=${checkPath}|ENOTDIR=${checkPath}|ENAMETOOLONG=Choose a shorter name with ‹output›.|EIO=Choose another disk with ‹output›.|Choose another place with ‹output›.}`,
  }),
  'log-file-taken': define<{ file: string; taken: string }>({
    text: 'the log file {file} is {taken} itself',
    hint: 'Name another file with ‹logFile›.',
  }),
}
