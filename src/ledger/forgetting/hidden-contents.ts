import type { ForgetKey } from './forget-key.ts'

/**
 * For contents, in hexadecimal: their identities as forgotten trips → the contents. Empty for a ledger without a
 * fingerprint: it has forgotten nothing.
 * @throws BatchError `configuration` when the ledger's key is missing: a forgotten trip would be created again.
 */
export function hideContents(
  key: ForgetKey,
  fingerprint: string | undefined,
  contents: readonly string[],
): ReadonlyMap<string, string> {
  if (fingerprint === undefined) return new Map()
  key.require(fingerprint)
  return new Map(contents.map((content) => [key.hide(content), content]))
}

/** The same submissions under their contents: a forgotten one is the one that its row stands for. */
export function revealContents<Known extends { hash: string }>(
  known: readonly Known[],
  hidden: ReadonlyMap<string, string>,
): Known[] {
  return hidden.size === 0 ? [...known] : known.map((each) => ({ ...each, hash: hidden.get(each.hash) ?? each.hash }))
}
