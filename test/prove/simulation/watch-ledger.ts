import type { Ledger } from '../../rooms/ledger.ts'
import type { SimulatedProcess } from './process.ts'

/** Ledger calls that change something; the process may die before and after each. */
const writes: ReadonlySet<string> = new Set([
  ...['intend', 'release', 'accept', 'finish', 'reject', 'fail', 'doubt', 'noteUnknown'],
  ...['score', 'postpone', 'leavePending', 'strand'],
  ...['begin', 'add', 'describeColumns', 'completeLoad', 'announce', 'confirm', 'end', 'seal', 'takeUp', 'drop'],
])

const loading: ReadonlySet<string> = new Set([
  ...['begin', 'add', 'describeColumns', 'completeLoad', 'announce', 'confirm', 'end'],
  ...['seal', 'release', 'takeUp', 'drop'],
])

/** The ledger as the process sees it: every write is a point at which it may die, and a dead process reaches nothing. */
export function watchLedger(ledger: Ledger, process: SimulatedProcess, onWrite: (name: string) => void): Ledger {
  function watch<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function' || typeof name !== 'string') return member
        return (...args: unknown[]): unknown => {
          process.requireAlive()
          if (!writes.has(name)) return Reflect.apply(member, target, args)
          process.pass(`${name} asked`)
          const result: unknown = Reflect.apply(member, target, args)
          if (result instanceof Promise) {
            return result.then((value: unknown) => {
              if (loading.has(name)) onWrite(name)
              process.pass(`${name} durable`)
              return value
            })
          }
          onWrite(name)
          process.pass(`${name} done`)
          return result
        }
      },
    })
  }
  return {
    ...ledger,
    targets: watch(ledger.targets),
    runs: watch(ledger.runs),
    waiting: watch(ledger.waiting),
    rowLoader: watch(ledger.rowLoader),
    submissions: watch(ledger.submissions),
    order: watch(ledger.order),
    outputs: watch(ledger.outputs),
    resolutions: watch(ledger.resolutions),
    async flush() {
      process.requireAlive()
      await ledger.flush()
    },
  }
}
