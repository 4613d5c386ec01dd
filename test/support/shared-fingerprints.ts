import { beforeAll } from 'vitest'
import { Token } from '../rooms/client.ts'

const { fingerprint } = Token.prototype
const computed = new Map<string, ReturnType<typeof fingerprint>>()
/** Tests of a token itself must not meet this. */
let users = 0

Token.prototype.fingerprint = function fingerprintOnce(this: Token, salt?: string): ReturnType<typeof fingerprint> {
  if (users === 0) return fingerprint.call(this, salt)
  const key = `${salt} ${this.toAuthorization()}`
  const known = computed.get(key) ?? fingerprint.call(this, salt ?? '5a17'.repeat(8))
  computed.set(key, known)
  return known
}

/**
 * A token's fingerprint is slow on purpose, and most runs of a test ask for that of one token: until `end` is called, it is
 * computed once for a token and a salt, with one salt for all.
 */
export function shareFingerprints(): { end(): void } {
  users += 1
  return {
    end() {
      users -= 1
    },
  }
}

/** For all tests of a file. */
export function useSharedFingerprints(): void {
  beforeAll(() => {
    const sharing = shareFingerprints()
    return () => sharing.end()
  })
}
