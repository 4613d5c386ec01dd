/** Whether these bytes stand at this place of others. */
export function stands(wanted: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < wanted.length; index += 1) if (bytes[at + index] !== wanted[index]) return false
  return true
}
