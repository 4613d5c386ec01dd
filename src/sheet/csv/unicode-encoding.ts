export interface DetectedEncoding {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  bomBytes: number
}

/** Undefined when the start has neither a byte order mark nor the NUL pattern of UTF-16. */
export function detectUnicodeEncoding(head: Uint8Array): DetectedEncoding | undefined {
  const utf8Marks = countUtf8Boms(head)
  if (utf8Marks > 0) return { encoding: 'utf-8', bomBytes: 3 * utf8Marks }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 }
  return detectByNulBytes(head)
}

/** Programs that concatenate files or save them twice leave more than one. */
function countUtf8Boms(head: Uint8Array): number {
  let marks = 0
  while (head[3 * marks] === 0xef && head[3 * marks + 1] === 0xbb && head[3 * marks + 2] === 0xbf) marks += 1
  return marks
}

/**
 * Line ends, delimiters and digits have a NUL half in UTF-16, always at the same side. A few NUL bytes in otherwise
 * valid UTF-8 are damage.
 */
function detectByNulBytes(head: Uint8Array): DetectedEncoding | undefined {
  let even = 0
  let odd = 0
  for (let at = 0; at < head.length; at += 1) {
    if (head[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  const enough = Math.max(1, head.length / 40)
  if ((odd + even) * 4 < head.length && isUtf8(head)) return undefined
  if (odd >= enough && even * 20 < odd) return { encoding: 'utf-16le', bomBytes: 0 }
  if (even >= enough && odd * 20 < even) return { encoding: 'utf-16be', bomBytes: 0 }
  return undefined
}

function isUtf8(head: Uint8Array): boolean {
  try {
    // A character cut at the end is not a fault.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
