import { define, say } from './message.ts'

export interface NamedOutput {
  output: string
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

export const outputMessages = {
  'output-kind': define<NamedOutput>({
    text: 'the output {output} is neither .xlsx nor .csv',
    hint: 'Name a file that ends in .xlsx or .csv with ‹output›.',
  }),
  'output-is-input': define<NamedOutput>({
    text: 'the output {output} is the input itself',
    hint: 'Name another file with ‹output›; without it the output goes to the folder output.',
  }),
  'output-is-device': define<NamedOutput>({
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
  'output-exists': define<NamedOutput>({
    text: '{output} exists already, and is not replaced',
    hint: 'Name another file with ‹output›, or delete that one first.',
  }),
  'check-kind': define<NamedOutput>({
    text: 'the output {output} is not an .xlsx file: marks need a workbook',
    hint: 'Name a file that ends in .xlsx with ‹output›.',
  }),
  'template-kind': define<NamedOutput>({
    text: 'the output {output} is not an .xlsx file: notes and drop-downs need a workbook',
    hint: 'Name a file that ends in .xlsx with ‹output›.',
  }),
  'report-kind': define<NamedOutput>({
    text: 'the output {output} is not an .html or .xlsx file',
    hint: 'Name a file that ends in one of the two with ‹output›.',
  }),
  'report-exists': define<NamedOutput>({
    text: '{output} exists already, and is not replaced',
    hint: 'Name another file with ‹output›, or delete that one first; only an earlier report as a page is replaced.',
  }),
  /** `code`: of the operating system. */
  'not-written': define<{ output: string; code: string }>({
    text: ({ output, code }) =>
      `${output} could not be written: ${systemReasons[code]?.text ?? `the system answered ${code}`}`,
    hint: ({ code }, face) => say(systemReasons[code]?.hint ?? otherPlace, {}, face),
  }),
  'log-file-taken': define<{ file: string; taken: string }>({
    text: 'the log file {file} is {taken} itself',
    hint: 'Name another file with ‹logFile›.',
  }),
}
