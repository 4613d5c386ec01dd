import { spawnSync } from 'node:child_process'

// A shim of a version manager may hide the one that the system's packages belong to.
const pythons = ['python3', '/usr/bin/python3']
// The first version that reads and writes rich text, 3.1.
const python = pythons.find((name) => spawnSync(name, ['-c', 'import openpyxl.cell.rich_text']).status === 0)

/** Tests that need openpyxl skip themselves without it, and say so. */
export const hasOpenpyxl = python !== undefined

/** Runs a program in Python and gives what it prints. */
export function runPython(args: readonly string[], input = ''): string {
  const { stdout, stderr, status } = spawnSync(python ?? '', args, { encoding: 'utf8', input, maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`python: ${stderr.slice(-500)}`)
  return stdout
}
