import english from './languages/english.json' with { type: 'json' }

/** Headings of results for people, in workbooks and on the page, by the name in CSV files and in the interface. */
export const resultTitles: typeof english.titles & Readonly<Record<string, string>> = english.titles

const subjects: Readonly<Record<string, string>> = { assess: 'Assessment', decide: 'Decision', invite: 'Invitation' }

/** Where the customer has columns named by both the heading and the name: `Assessment outcome`. */
export function ownTitle(operation: string, name: string): string {
  return `${subjects[operation] ?? ''} ${(resultTitles[name] ?? name).toLowerCase()}`
}

export function titlesOf(name: string): string[] {
  return [...Object.keys(subjects).map((operation) => ownTitle(operation, name)), resultTitles[name] ?? name]
}

/** The same for sheets about rows, such as `Problems`. Columns in which people answer, and `why`, keep their one word. */
export const tableTitles: Readonly<Record<string, string>> = { ...resultTitles, ...english.tableTitles }
