// The ten faults: how each is made, and what shows that it happened.

import { strict as assert } from 'node:assert'
import { copyFileSync } from 'node:fs'

/**
 * @typedef {import('./sheets.mjs').Sheets} Sheets
 *
 * @typedef {(scene: import('./scene.mjs').Scene, sheets: Sheets) => Promise<void>} Play
 */

/** @type {Record<string, Play>} */
export const faults = {
  'kill -9': async (scene, sheets) => {
    const { ended, kill } = await startAndHold(scene, sheets)
    kill('SIGKILL')
    assert.equal((await ended).signal, 'SIGKILL')
    const { created } = await scene.service.report()
    assert.equal(created.filter(({ isReturned }) => !isReturned).length, scene.width, 'unanswered when it was killed')
    await scene.runUntilOver(sheets.used)
  },
  reset: (scene, sheets) => meet('reset', scene, sheets),
  '429 before': (scene, sheets) => meet('refuse before', scene, sheets),
  '429 after': (scene, sheets) => meet('refuse after', scene, sheets),
  hang: (scene, sheets) => meet('hang', scene, sheets),
  'cut body': (scene, sheets) => meet('cut', scene, sheets),
  restart: async (scene, sheets) => {
    const { ended, kill } = await startAndHold(scene, sheets)
    kill('SIGTERM')
    // One round trip: the signal is there before the answers.
    await scene.service.report()
    await scene.service.release()
    await ended
    const { created } = await scene.service.report()
    assert(created.length < sheets.employees.length, 'told to end, it went on to the last row')
    await scene.runUntilOver(sheets.used)
  },
  'edited sheet': async (scene, sheets) => {
    await begin('none', scene, sheets)
    await runWhole(scene, sheets)
    copyFileSync(sheets.edited, sheets.used)
    await scene.runUntilOver(sheets.used)
  },
  'restored copy': async (scene, sheets) => {
    await begin('none', scene, sheets)
    copyFileSync(sheets.half, sheets.used)
    await scene.runUntilOver(sheets.used)
    const putBack = await scene.copyState()
    copyFileSync(sheets.whole, sheets.used)
    await runWhole(scene, sheets)
    await putBack()
    await scene.runUntilOver(sheets.used)
  },
  'second machine': async (scene, sheets) => {
    const one = await startAndHold(scene, sheets)
    const two = scene.start(sheets.used, 'two')
    // All that the first can send is on its way: a further request is the second's.
    await Promise.race([scene.service.until('beyond'), two.ended.then(() => scene.service.until('beyond'))])
    await scene.service.release()
    await Promise.all([one.ended, two.ended])
    await scene.runUntilOver(sheets.used, 'one')
    await scene.runUntilOver(sheets.used, 'two')
  },
}

/** @param {import('./service-process.mjs').ServiceFault} fault @param {import('./scene.mjs').Scene} scene @param {Sheets} sheets */
async function begin(fault, scene, { whole, used, targets }) {
  copyFileSync(whole, used)
  await scene.service.begin({ fault, targets, width: scene.width })
}

/** Until all that the tool can have on its way is processed and unanswered. @param {import('./scene.mjs').Scene} scene @param {Sheets} sheets */
async function startAndHold(scene, sheets) {
  await begin('hold', scene, sheets)
  const started = scene.start(sheets.used)
  const early = started.ended.then(() => {
    throw new Error(`${scene.tool.name} ended before ${scene.width} requests were on their way`)
  })
  early.catch(() => {})
  await Promise.race([scene.service.until('held'), early])
  return started
}

/** @param {import('./service-process.mjs').ServiceFault} fault @param {import('./scene.mjs').Scene} scene @param {Sheets} sheets */
async function meet(fault, scene, sheets) {
  await begin(fault, scene, sheets)
  await scene.runUntilOver(sheets.used)
  const { met } = await scene.service.report()
  assert.equal(met.length, sheets.targets.length, 'rows that met the fault')
}

/** @param {import('./scene.mjs').Scene} scene @param {Sheets} sheets */
async function runWhole(scene, sheets) {
  await scene.runUntilOver(sheets.used)
  const { created } = await scene.service.report()
  assert.equal(new Set(created.map(({ employeeId }) => employeeId)).size, sheets.employees.length, 'trips created')
}
