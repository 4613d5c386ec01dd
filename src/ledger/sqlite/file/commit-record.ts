import { constants, readFileSync } from 'node:fs'

/** Windows has no such flag. */
export const noFollow = constants.O_NOFOLLOW ?? 0

/** The last opening that was closed properly. */
export interface Seal {
  holder: number
  digest: string
}

const recordPattern = /^([0-9a-f-]+) (\d+)(?: (?:(\d+):([0-9a-f]{8})|-+))?\n$/

export interface CommitRecord {
  ledgerId: string
  commits: number
  seal?: Seal | undefined
}

const countDigits = 16
/** As long as a seal: the line keeps its length. */
const unsealed = '-'.repeat(countDigits + 9)

const pad = (count: number) => String(count).padStart(countDigits, '0')

/** The length is constant: one write replaces the content. */
export function formatCommitRecord({ ledgerId, commits, seal }: CommitRecord): string {
  return `${ledgerId} ${pad(commits)} ${seal === undefined ? unsealed : `${pad(seal.holder)}:${seal.digest}`}\n`
}

export function readCommitRecord(file: string): CommitRecord | undefined {
  try {
    const [, ledgerId, commits, holder, digest] = recordPattern.exec(readFileSync(`${file}.mark`, 'utf8')) ?? []
    if (ledgerId === undefined) return undefined
    const seal = digest === undefined ? undefined : { holder: Number(holder), digest }
    return { ledgerId, commits: Number(commits), seal }
  } catch {
    return undefined
  }
}
