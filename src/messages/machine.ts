import { define } from './message.ts'

/** Of the machine and the way to the service, as they are found before a run. */
export const machineMessages = {
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
