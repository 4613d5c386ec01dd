/** A section of a number format's code, and which numbers it is for. */
export interface CodeSection {
  code: string
  isFor: (value: number) => boolean
}

const tokens = /"[^"]*"?|\\[\s\S]?|[_*][\s\S]?|\[[^\]]*\]?|[\s\S]/g
const condition = /\[(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\]/

/** The sections between the semicolons of a code that are for numbers; the last one may be for texts. */
export function splitCode(code: string): CodeSection[] {
  const numeric = cut(code).filter((section, index) => index === 0 || (index < 3 && !section.includes('@')))
  const isFirstOwn = condition.test(numeric[0] ?? '')
  return numeric.map((section, index) => ({
    code: section,
    isFor: ownCondition(section) ?? usualCondition(index, numeric.length, isFirstOwn),
  }))
}

function cut(code: string): string[] {
  const sections: string[] = []
  let section = ''
  for (const token of [...(code.match(tokens) ?? []), ';']) {
    if (token !== ';') {
      section += token
      continue
    }
    sections.push(section)
    section = ''
  }
  return sections
}

function ownCondition(section: string): ((value: number) => boolean) | undefined {
  const [, operator, digits] = condition.exec(section) ?? []
  const limit = Number(digits)
  switch (operator) {
    case '<':
      return (value) => value < limit
    case '<=':
      return (value) => value <= limit
    case '>':
      return (value) => value > limit
    case '>=':
      return (value) => value >= limit
    case '=':
      return (value) => value === limit
    case '<>':
      return (value) => value !== limit
    default:
      return undefined
  }
}

/** Positive, negative, zero; the last section is for whatever is left. */
function usualCondition(index: number, count: number, isFirstOwn: boolean): (value: number) => boolean {
  if (index === count - 1) return () => true
  if (index === 0) return count === 2 ? (value) => value >= 0 : (value) => value > 0
  return isFirstOwn ? () => true : (value) => value < 0
}
