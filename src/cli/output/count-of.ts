/** e.g. `2,000` */
export function groupDigits(count: number): string {
  return count.toLocaleString('en')
}

/** e.g. `1 row`, `2,000 rows` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`
}
