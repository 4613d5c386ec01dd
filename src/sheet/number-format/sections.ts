import { type FormatToken, splitFormat } from './tokens.ts'

export interface FormatSection {
  tokens: readonly FormatToken[]
  isFor: (value: number) => boolean
}

/** Content of brackets: `>=100`, `<-5`. */
const condition = /^(<=|>=|<>|<|>|=) ?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i

/** Drops a last section for texts. */
export function numberSections(code: string): FormatSection[] {
  const numeric = splitFormat(code).filter(
    (tokens, index) => index === 0 || (index < 3 && !tokens.some(isTextPlaceholder)),
  )
  const own = numeric.map(ownCondition)
  return numeric.map((tokens, index) => ({
    tokens,
    isFor: own[index] ?? usualCondition(index, numeric.length, own[0] !== undefined),
  }))
}

function isTextPlaceholder({ kind, text }: FormatToken): boolean {
  return kind === 'character' && text === '@'
}

export function isCondition({ kind, text, isClosed }: FormatToken): boolean {
  return kind === 'bracket' && isClosed && condition.test(text)
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
}

function ownCondition(tokens: readonly FormatToken[]): ((value: number) => boolean) | undefined {
  const [, operator = '', digits] = condition.exec(tokens.find(isCondition)?.text ?? '') ?? []
  const compare = comparisons[operator]
  return compare && ((value) => compare(value, Number(digits)))
}

/** Positive, negative, zero; the last section takes the remaining numbers. */
function usualCondition(index: number, count: number, isFirstOwn: boolean): (value: number) => boolean {
  if (index === count - 1) return () => true
  if (index === 0) return count === 2 ? (value) => value >= 0 : (value) => value > 0
  return isFirstOwn ? () => true : (value) => value < 0
}
