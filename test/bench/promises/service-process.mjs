import { fork } from 'node:child_process'
import { once } from 'node:events'
import { pathOf } from '../run.mjs'

/**
 * @typedef {'none' | 'hold' | 'refuse before' | 'refuse after' | 'reset' | 'cut' | 'hang'} ServiceFault
 *
 * @typedef {{ created: import('./service.mjs').Created[], met: string[] }} Truth `met`: employees who met the fault
 *
 * @typedef {object} FaultyService
 * @property {string} baseUrl
 * @property {(play: { fault: ServiceFault, targets: readonly string[], width: number }) => Promise<Truth>} begin forgets all before
 * @property {() => Promise<Truth>} report
 * @property {() => Promise<Truth>} release answers what is held
 * @property {(kind: 'held' | 'beyond') => Promise<void>} until resolves at once if it was said since `begin`
 * @property {() => Promise<void>} stop
 */

/** Longer than any peer needs to find out that a process died. */
const patienceMs = 90_000

/** @returns {Promise<FaultyService>} */
export async function startFaultyService() {
  const child = fork(pathOf('promises/service.mjs'))
  const [{ address }] = await once(child, 'message')
  /** @type {Set<string>} */
  let said = new Set()
  child.on('message', (/** @type {{ kind: string }} */ { kind }) => said.add(kind))

  /** @param {string} kind @returns {Promise<any>} */
  const wait = (kind) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the service never said “${kind}”`)), patienceMs)
      child.on('message', function listen(/** @type {{ kind: string }} */ message) {
        if (message.kind !== kind) return
        clearTimeout(timer)
        child.off('message', listen)
        resolve(message)
      })
    })
  /** @param {{ kind: string }} message @returns {Promise<Truth>} */
  const ask = (message) => {
    const answer = wait(message.kind)
    child.send(message)
    return answer
  }
  return {
    baseUrl: `http://127.0.0.1:${address.port}/version-test`,
    begin(play) {
      said = new Set()
      return ask({ kind: 'begin', ...play })
    },
    report: () => ask({ kind: 'report' }),
    release: () => ask({ kind: 'release' }),
    until: async (kind) => (said.has(kind) ? undefined : wait(kind)),
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
