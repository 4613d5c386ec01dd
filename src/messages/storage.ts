import { define, saySentence } from './message.ts'

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

export const storageMessages = {
  'database-unusable': define<{ shown: string; reason: DatabaseFault }>({
    text: ({ shown, reason }) => `the ledger at ${shown} cannot be used: ${databaseFaults[reason].reason}`,
    hint: ({ reason }) => databaseFaults[reason].hint,
  }),
  'database-asks-password': define<{ server: string }>({
    text: 'the server at {server} asks for the password in a form that gives it away, and nothing proves whose server it is: it got none',
    hint: 'Have it ask by scram-sha-256 (pg_hba.conf), or use ?sslmode=verify-full, or its socket: ?host=/run/postgresql.',
  }),
  /** `what` begins the sentence; `fault`: undefined for a failure with another `code`. */
  'storage-failed': define<{ what: string; fault: StorageFault | undefined; code: string | undefined }>({
    text: ({ what, fault, code }) =>
      `${what}: ${fault === undefined ? `unexpected failure ${code ?? 'without a code'}` : storageFaults[fault].reason}`,
    hint: ({ fault }, face) => saySentence(fault === undefined ? anyFailureHint : storageFaults[fault].hint, {}, face),
  }),
  'ledger-damaged': define<{ name: string; finding: string }>({
    text: 'the ledger {name} is damaged: {finding}',
    hint: damageHint,
  }),
  'stored-unreadable': define<{ what: string }>({
    text: 'a {what} in the ledger cannot be read: the file was altered or is damaged',
    hint: damageHint,
  }),
  'ledger-not-as-sealed': define<{ file: string }>({
    text: "the ledger {file} is damaged: it is not as the last run left it. If another program changed it on purpose: rwa-batch ledger init '{file}' ‹acceptRestored›, and only its rows are checked",
    hint: damageHint,
  }),

  'node-untested': define<{ version: string; tested: string }>({
    text: 'this program is not tested with Node.js {version}, only with {tested}',
    hint: 'Install one of these, or use the single executable, which brings its own.',
  }),
  'disk-short': define<{ folder: string; freeMegabytes: number; leastMegabytes: number }>({
    text: 'the disk of {folder} is full: {freeMegabytes} MB are free, and a run needs {leastMegabytes} MB or more',
    hint: 'Free space there, or keep the ledger on another disk. Nothing is sent before there is space.',
  }),
  'folder-closed': define<{ folder: string; name: string }>({
    text: 'the ledger {name} cannot be kept: you may not write to {folder}',
    hint: 'Have {folder} made writable for you, or name another file with ‹ledger›.',
  }),
  'clock-off': define<{ difference: string; direction: 'ahead of' | 'behind'; reference: string }>({
    text: 'the clock of this machine is {difference} {direction} {reference}',
    hint: 'Set it, or have the system set it (timedatectl set-ntp true): waits for scores and the times in outputs follow it.',
  }),
  'authority-unusable': define<{ file: string; reason: string }>({
    text: 'NODE_EXTRA_CA_CERTS names {file}, which {reason}: its certificates are not used',
    hint: 'Name a file in PEM format with the certificate of your authority, or unset the variable.',
  }),
  'certificate-refused': define<{ host: string; reason: string }>({
    text: 'no encrypted connection to {host}: {reason}',
    hint: 'Does your company open encrypted connections, or use an authority of its own? Set NODE_EXTRA_CA_CERTS to a PEM file with its certificate. Otherwise check the address: nobody has been sent the token.',
  }),
  'proxy-failed': define<{ proxy: string; reason: string }>({
    text: 'the proxy {proxy} does not lead to the service: {reason}',
    hint: 'Correct HTTPS_PROXY (http://user:password@host:port), or add the host of the service to NO_PROXY when it is reached directly.',
  }),
  'service-unreachable': define<{ host: string; reason: string }>({
    text: '{host} cannot be reached: {reason}',
    hint: 'Check the network and the name of the host. Does your company need a proxy? Set HTTPS_PROXY.',
  }),
  'service-foreign': define<{ address: string; answer: string }>({
    text: '{address} is not the base address of the service; it answers {answer}',
    hint: 'Copy the base address from the service’s documentation; it ends before the name of an endpoint (/rwa_create).',
  }),
  'service-redirects': define<{ address: string; answer: string }>({
    text: '{address} leads elsewhere, and the token is never sent on; it answers {answer}',
    hint: 'Give the address that it leads to, if it is the service.',
  }),
  'service-unavailable': define<{ address: string; answer: string }>({
    text: '{address} is reached, and does not serve now; it answers {answer}',
    hint: 'Try again later: a run waits for it.',
  }),
}
