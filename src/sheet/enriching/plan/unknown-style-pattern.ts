/**
 * Matches cells and rows whose style number is `count` or higher. Programs call such a file damaged, and after adding
 * styles the number would name one of ours. One pass, since a sheet has millions of cells.
 */
export function unknownStylePattern(count: number): RegExp {
  const digits = String(count)
  const higher = [...digits].flatMap((digit, index) => {
    const rest = digits.length - index - 1
    return digit === '9' ? [] : [`${digits.slice(0, index)}[${Number(digit) + 1}-9]${rest === 0 ? '' : `\\d{${rest}}`}`]
  })
  return new RegExp(`\\ss\\s*=\\s*["'](?:${[digits, ...higher, `\\d{${digits.length + 1},}`].join('|')})["']`)
}
