import type { AnyElement } from './any-xml.ts'

/** What stands before something that it has to follow; an alternative counts as what it holds, unknown names as nothing. */
export function outOfOrder(element: AnyElement, sequence: string, repeated: readonly string[] = []): string[] {
  const order = sequence.split(' ')
  const found: string[] = []
  let last = -1
  for (const child of element.children) {
    const inner = child.name === 'AlternateContent' ? child.children[0]?.children[0] : child
    const rank = order.indexOf(inner?.name ?? '')
    if (rank < 0) continue
    if (rank < last) found.push(`<${inner?.name}> stands behind <${order[last]}>`)
    else if (rank === last && child === inner && !repeated.includes(order[rank] ?? ''))
      found.push(`<${order[rank]}> stands twice`)
    last = Math.max(last, rank)
  }
  return found
}

export function childrenNamed(element: AnyElement | undefined, name: string): AnyElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function doubles<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}
