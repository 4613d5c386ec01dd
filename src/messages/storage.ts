import { type Sentences, saySentence } from './message.ts'

const databaseFaults = {
  password: {
    reason: 'it refuses this user or password',
    hint: 'Give the password with PGPASSWORD, in ~/.pgpass, or with the whole address in RWA_LEDGER.',
  },
  'no-database': {
    reason: 'there is no such database',
    hint: 'Correct the name in its address, or have the database created.',
  },
  identity: {
    reason: 'its identity cannot be verified',
    hint: 'Name the file with the certificate of its authority with &sslrootcert=<file>, and the host as the certificate has it.',
  },
  'no-right': {
    reason: 'this user has no right to it',
    hint: 'Ask its owner for the right, or to update the ledger: rwa-batch ledger init <address>.',
  },
  damaged: {
    reason: 'it is damaged',
    hint: 'Restore its newest backup, or continue with a standby, and send nothing before: trips might be created twice. The log of the server names the page.',
  },
  'no-connection': {
    reason: 'it has no free connection',
    hint: 'Wait until others are done, or have its max_connections raised: each run needs two.',
  },
  'not-writable': {
    reason: 'it cannot be written (its disk is full, or it is read-only)',
    hint: 'Repair it, then start the same command again.',
  },
  'not-understood': {
    reason: 'what answers there is no PostgreSQL, or asks for something that none of them does',
    hint: 'Find out which program listens at that address. It got neither a password nor a trip.',
  },
} as const

export type DatabaseFault = keyof typeof databaseFaults

const damageHint =
  'Restore its newest copy, with the file -wal of that copy, and send nothing before: trips might be created twice. The last output names the created trips, and can be used as input instead of the sheet.'

const spaceHint = 'Free space on the disk, then start the same command again.'
const placeHint = 'Make its folder writable, or name another file with ‹ledger›.'

const anyFailureHint = 'Look at the disk and the rights of the folder, or name another file with ‹ledger›.'

const storageFaults = {
  full: { reason: 'the disk is full', hint: spaceHint },
  'not-writable': { reason: 'it may not be written', hint: placeHint },
  'no-place': { reason: 'no file can be kept at that place', hint: placeHint },
  'files-too-few': {
    reason: 'the system lets this program open too few files',
    hint: 'Raise the limit (ulimit -n) to 256 or more, then start the same command again.',
  },
  damaged: { reason: 'the file is damaged', hint: damageHint },
  'no-ledger': {
    reason: 'the file is damaged, or not a ledger at all',
    hint: `Name another file with ‹ledger›. If it was a ledger: ${damageHint}`,
  },
  'disk-error': { reason: 'the disk reported an error', hint: 'Look at the disk, then start the same command again.' },
  busy: { reason: 'another program keeps it busy', hint: 'End that program, then try again.' },
} as const

export type StorageFault = keyof typeof storageFaults

export interface StorageFacts {
  'database-unusable': { shown: string; reason: DatabaseFault }
  'database-asks-password': { server: string }
  /** `what` begins the sentence; `fault`: undefined for a failure with another `code`. */
  'storage-failed': { what: string; fault: StorageFault | undefined; code: string | undefined }
  'ledger-damaged': { name: string; finding: string }
  'stored-unreadable': { what: string }
  'ledger-not-as-sealed': { file: string }
  'node-untested': { version: string; tested: string }
  'disk-short': { folder: string; isFull: boolean; freeMegabytes: number; leastMegabytes: number }
  'folder-closed': { folder: string; name: string }
  'clock-off': { difference: string; direction: 'ahead of' | 'behind'; reference: string }
  'authority-unusable': { file: string; reason: string }
  'certificate-refused': { host: string; reason: string }
  'proxy-failed': { proxy: string; reason: string }
  'service-unreachable': { host: string; reason: string }
  'service-foreign': { address: string; answer: string }
  'service-redirects': { address: string; answer: string }
  'service-unavailable': { address: string; answer: string }
}

export const storageSentences: Sentences<StorageFacts, 'database-unusable' | 'storage-failed'> = {
  'database-unusable': {
    text: ({ shown, reason }) => `the ledger at ${shown} cannot be used: ${databaseFaults[reason].reason}`,
    hint: ({ reason }) => databaseFaults[reason].hint,
  },
  'storage-failed': {
    text: ({ what, fault, code }) =>
      `${what}: ${fault === undefined ? `unexpected failure ${code ?? 'without a code'}` : storageFaults[fault].reason}`,
    hint: ({ fault }, face) => saySentence(fault === undefined ? anyFailureHint : storageFaults[fault].hint, {}, face),
  },
}
