/** The most names of one object of a JSON text, and a name that an object has twice, however it is spelled. Pure. */
export function readNames(json: string): { most: number; twice?: string } {
  const objects: Set<string>[] = []
  let text = ''
  let most = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
    if (token === '{') objects.push(new Set())
    else if (token === '}') most = Math.max(most, objects.pop()?.size ?? 0)
    else if (token !== ':') text = token
    else {
      const name: string = text.includes('\\') ? JSON.parse(text) : text.slice(1, -1)
      if (objects.at(-1)?.has(name) === true) return { most, twice: name }
      objects.at(-1)?.add(name)
    }
  }
  return { most }
}
