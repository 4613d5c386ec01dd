import { existsSync, readFileSync, statSync } from 'node:fs'
import { pathOf, run, runNpm } from '../run.mjs'

const lock = pathOf('peers/package-lock.json')
const installed = pathOf('peers/node_modules/.package-lock.json')

/** @typedef {{ why?: string }} Found why it cannot be measured, where it cannot */

/** The peers' packages, which are none of the project's own. @returns {Promise<Found>} */
export async function installPeers() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return {}
  try {
    await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], pathOf('peers'))
    return {}
  } catch (error) {
    return { why: `its packages cannot be installed: ${/npm error (?!code)(.*)/.exec(String(error))?.[1] ?? error}` }
  }
}

/**
 * A Python that has what the plain script needs.
 * @param {string} folder
 * @returns {Promise<Found & { command: string }>}
 */
export async function findPython(folder) {
  for (const command of ['/usr/bin/python3', 'python3']) {
    const hasBoth = await run(command, ['-c', 'import openpyxl, httpx'], { folder }).then(
      () => true,
      () => false,
    )
    if (hasBoth) return { command }
  }
  return { command: '', why: 'no python3 has openpyxl and httpx (Debian: python3-openpyxl, python3-httpx)' }
}

/** Name → version of what was measured against. @param {string} folder @returns {Promise<Record<string, string>>} */
export async function readVersions(folder) {
  /** @type {Record<string, string>} */
  const versions = {}
  for (const name of ['newman', 'bullmq', '@dbos-inc/dbos-sdk', 'exceljs', 'xlsx', 'hucre']) {
    const file = pathOf(`peers/node_modules/${name}/package.json`)
    if (existsSync(file)) versions[name] = JSON.parse(readFileSync(file, 'utf8')).version
  }
  const { command, why } = await findPython(folder)
  if (why !== undefined) return versions
  const script =
    'import platform, openpyxl, httpx; print(platform.python_version(), openpyxl.__version__, httpx.__version__)'
  const { stdout } = await run(command, ['-c', script], { folder })
  const [python = '', openpyxl = '', httpx = ''] = stdout.trim().split(' ')
  return { ...versions, python, openpyxl, httpx }
}
