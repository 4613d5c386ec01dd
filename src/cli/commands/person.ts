import { findStore } from '../../app/ledger/ledger-access.ts'
import { writePerson } from '../../app/person/write-person.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { discloseOnTerminal } from '../output/disclose.ts'
import { countOf, printLines, printToStderr, toPlainLine } from '../output/print.ts'
import type { Arguments } from '../setting-options.ts'

/** `ledger export`: one file for one person. */
export async function exportPerson(host: Host, { ledger, employee = [], output }: Arguments): Promise<ExitCode> {
  const [person, other] = employee
  if (person === undefined || other !== undefined || output === undefined) {
    throw new BatchError('usage', 'ledger export writes one file about one person', {
      hint: 'Name both: rwa-batch ledger export --employee <id> -o person.xlsx',
    })
  }
  const store = findStore({ ledger, surroundings: host })
  const { file, tables } = await writePerson({
    store,
    person,
    output,
    now: host.clock.now(),
    onVerified: (lines, temporary) => {
      const disclosure = { operation: 'export', detail: `${lines} lines about one person` } as const
      return discloseOnTerminal(host, ledger, disclosure, { output, temporary })
    },
  })
  if (file === undefined) {
    printToStderr(host, [
      toPlainLine(`The ledger ${store.name} holds nothing of “${person}”: no file was written.`),
      'It was looked for as a traveller or an invited person (as the sheets write it, with its zeros and capitals), as decider, manager, sealer and releaser, and in every cell that was read.',
    ])
    return 0
  }
  printToStderr(host, [tables.map(({ name, lines }) => `${name}: ${countOf(lines, 'line')}`).join('; ')])
  printLines(host, [file])
  return 0
}
