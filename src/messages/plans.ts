/** Of a plan: several decisions, and one identifier of an event. */
export function describeRepeated({ event, rows }: { event: string; rows: readonly string[] }): string {
  return `${rows.join(' and ')} carry the same event identifier, ${event}: a service that goes by it keeps one of them`
}
