import { readFileSync, writeFileSync } from 'node:fs'

/** Offsets in a Windows executable, from Microsoft's description of the format PE. */
const headerAddress = 0x3c
const magic64 = 0x20b
const optionalHeader = 24
const checksum = optionalHeader + 64
const certificates = optionalHeader + 112 + 4 * 8

/**
 * Copies Node.js's executable for Windows without its publisher's signature. What is added to a signed file makes the
 * signature an invalid one, which is worse than none, and signing programs find it in their way.
 * @param {string} executable @param {string} copy @returns {string} the copy
 */
export function dropSignature(executable, copy) {
  const bytes = readFileSync(executable)
  const header = bytes.readUInt32LE(headerAddress)
  if (bytes.toString('latin1', header, header + 4) !== 'PE\0\0' || bytes.readUInt16LE(header + optionalHeader) !== magic64) {
    throw new Error(`${executable} is no 64-bit executable for Windows`)
  }
  const start = bytes.readUInt32LE(header + certificates)
  const size = bytes.readUInt32LE(header + certificates + 4)
  if (start > 0 && start + size !== bytes.length) throw new Error(`${executable} has a signature that is not at its end`)
  bytes.fill(0, header + certificates, header + certificates + 8)
  bytes.fill(0, header + checksum, header + checksum + 4)
  writeFileSync(copy, start === 0 ? bytes : bytes.subarray(0, start))
  return copy
}
