/**
 * CSV has no backslash escapes (`"a \"b\" c"`): by its rules the record has a quote where none is allowed. A backslash
 * at the end of a text (`"C:\",`) is not an escape.
 */
export function hasBackslashQuotes(record: string, delimiter: string): boolean {
  if (!record.includes('\\"')) return false
  let isQuoted = false
  let fieldStart = 0
  for (let at = 0; at < record.length; at += 1) {
    const character = record.charAt(at)
    if (character === '"') {
      const next = record.charAt(at + 1)
      if (isQuoted && next === '"') at += 1
      else if (isQuoted && !isEndOfField(next, delimiter)) return true
      else if (!isQuoted && at !== fieldStart) return true
      else isQuoted = !isQuoted
    } else if (!isQuoted && character === delimiter) {
      fieldStart = at + 1
    }
  }
  return isQuoted
}

function isEndOfField(next: string, delimiter: string): boolean {
  return next === '' || next === delimiter || next === '\r' || next === '\n'
}
