import type { Face } from './face.ts'
import { define } from './message.ts'

export interface NamedOutput {
  output: string
}

const anotherFile = 'Name another file with'

const freeSpace = (_: unknown, { option }: Face): string =>
  `Free some space, or choose another place with ${option('output')}, and give the same command again.`
const otherPermission = (_: unknown, { option }: Face): string =>
  `Have the permission changed, or choose another place with ${option('output')}.`
const otherPlace = (_: unknown, { option }: Face): string => `Choose another place with ${option('output')}.`
const checkPath = (_: unknown, { option }: Face): string => `Check the path given with ${option('output')}.`

interface SystemReason {
  text: string
  hint: (facts: unknown, face: Face) => string
}

/** By the code of the operating system. */
const systemReasons: Readonly<Record<string, SystemReason>> = {
  ENOSPC: { text: 'the disk is full', hint: freeSpace },
  EDQUOT: { text: 'your disk quota is used up', hint: freeSpace },
  EACCES: { text: 'the folder cannot be written to', hint: otherPermission },
  EPERM: { text: 'the folder cannot be written to', hint: otherPermission },
  EROFS: { text: 'the disk is read-only', hint: otherPlace },
  ENOENT: { text: 'the folder is missing', hint: checkPath },
  EEXIST: { text: 'a part of the path is not a folder', hint: checkPath },
  ENOTDIR: { text: 'a part of the path is not a folder', hint: checkPath },
  ENAMETOOLONG: {
    text: 'the file name is too long',
    hint: (_, { option }) => `Choose a shorter name with ${option('output')}.`,
  },
  EFBIG: { text: 'the file is larger than the disk allows', hint: otherPlace },
  EIO: { text: 'the disk reported an error', hint: (_, { option }) => `Choose another disk with ${option('output')}.` },
}

export const outputMessages = {
  'output-kind': define<NamedOutput>({
    text: ({ output }) => `the output ${output} is neither .xlsx nor .csv`,
    hint: (_, { option }) => `Name a file that ends in .xlsx or .csv with ${option('output')}.`,
  }),
  'output-is-input': define<NamedOutput>({
    text: ({ output }) => `the output ${output} is the input itself`,
    hint: (_, { option }) => `${anotherFile} ${option('output')}; without it the output goes to the folder output.`,
  }),
  'output-is-device': define<NamedOutput>({
    text: ({ output }) => `the output ${output} is a device or pipe: expected a file name`,
    hint: (_, { option }) => `Name a file that ends in .xlsx or .csv with ${option('output')}.`,
  }),
  'output-folder-missing': define<{ folder: string }>({
    text: ({ folder }) => `the folder of the output, ${folder}, does not exist`,
    hint: (_, { option }) =>
      `Check the path given with ${option('output')}, or create the folder first: only the default folder, output, is created. Nothing was sent.`,
  }),
  'output-of-other-runs': define<{ output: string; tried: number }>({
    text: ({ output, tried }) => `${output} holds the results of another run, and so do ${tried} beside it`,
    hint: (_, { option }) => `${anotherFile} ${option('output')}.`,
  }),
  'sidecars-taken': define<{ file: string; tried: number }>({
    text: ({ file, tried }) => `${file} and ${tried} beside it are other files`,
    hint: (_, { option }) => `${anotherFile} ${option('output')}.`,
  }),
  'output-exists': define<NamedOutput>({
    text: ({ output }) => `${output} exists already, and is not replaced`,
    hint: (_, { option }) => `${anotherFile} ${option('output')}, or delete that one first.`,
  }),
  'check-kind': define<NamedOutput>({
    text: ({ output }) => `the output ${output} is not an .xlsx file: marks need a workbook`,
    hint: (_, { option }) => `Name a file that ends in .xlsx with ${option('output')}.`,
  }),
  'template-kind': define<NamedOutput>({
    text: ({ output }) => `the output ${output} is not an .xlsx file: notes and drop-downs need a workbook`,
    hint: (_, { option }) => `Name a file that ends in .xlsx with ${option('output')}.`,
  }),
  'report-kind': define<NamedOutput>({
    text: ({ output }) => `the output ${output} is not an .html or .xlsx file`,
    hint: (_, { option }) => `Name a file that ends in one of the two with ${option('output')}.`,
  }),
  'report-exists': define<NamedOutput>({
    text: ({ output }) => `${output} exists already, and is not replaced`,
    hint: (_, { option }) =>
      `${anotherFile} ${option('output')}, or delete that one first; only an earlier report as a page is replaced.`,
  }),
  /** `code`: of the operating system. */
  'not-written': define<{ output: string; code: string }>({
    text: ({ output, code }) =>
      `${output} could not be written: ${systemReasons[code]?.text ?? `the system answered ${code}`}`,
    hint: (facts, face) => (systemReasons[facts.code]?.hint ?? otherPlace)(facts, face),
  }),
  'log-file-taken': define<{ file: string; taken: string }>({
    text: ({ file, taken }) => `the log file ${file} is ${taken} itself`,
    hint: (_, { option }) => `${anotherFile} ${option('logFile')}.`,
  }),
}
