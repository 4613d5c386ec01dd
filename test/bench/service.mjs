import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathOf, runNode } from './run.mjs'

/**
 * @typedef {object} Service
 * @property {string} baseUrl
 * @property {<Ended>(rows: number, converse: () => Promise<Ended>) => Promise<Ended & { conversationSeconds: number }>} during
 *   what was done, and the time from its first request to its last answer by the server's clock
 * @property {() => Promise<void>} stop
 */

/** @param {{ delayMs: number, strayEvery?: number, folder: string }} options @returns {Promise<Service>} */
export async function startService({ delayMs, strayEvery, folder }) {
  const strays = strayEvery === undefined ? [] : [String(strayEvery)]
  const child = spawn(process.execPath, [pathOf('processes/server.mjs'), String(delayMs), ...strays], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ port }] = await once(child, 'message')
  const baseUrl = `http://127.0.0.1:${port}/version-test`

  const take = async () => {
    child.send('take')
    const [counts] = await once(child, 'message')
    return counts
  }
  /** @type {Service['during']} */
  const during = async (rows, converse) => {
    await take()
    const ended = await converse()
    const { creates, retrieves, refused, seconds } = await take()
    if (creates !== rows || retrieves < rows || refused > 0) {
      throw new Error(`${rows} rows, but ${creates} creates, ${retrieves} retrieves and ${refused} refused`)
    }
    return { ...ended, conversationSeconds: seconds }
  }
  // A server that has answered nothing yet is slower than it will be: whoever came first would pay for that.
  // The bare loop does not ask again.
  if (strayEvery === undefined) {
    await runNode([pathOf('processes/bare-loop.mjs'), baseUrl, delayMs > 0 ? '500' : '5000', '32'], folder)
  }
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { baseUrl, during, stop }
}
