type Facts = Readonly<Record<string, unknown>>

export interface PatternStyle {
  language: string
  /** How a number is written. @default as in the language */
  count?: (value: number) => string
  /** The title of a field, for `{field name}`. */
  field?: (name: string) => string
}

/** Of plural forms; a pattern gives those that its language has, in this order, and the last one stands for the rest. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other']
/** Forms within forms, four deep. */
const braces = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
export const patternPart = new RegExp(String.raw`\{(?:(field) )?([\w.]+)(?: ((?:[^{}]|${braces})*))?\}`, 'g')
/** Within braces they belong to another fact. */
const isOutside = `(?!(?:[^{}]|${braces})*\\})`
export const formBar = new RegExp(String.raw`\|${isOutside}`)
const sign = new RegExp(`#${isOutside}`, 'g')
const ofOne = new RegExp(String.raw`\[((?:[^|\]{}]|${braces})*)\|?([^\]]*)\]`, 'g')

/** `[…|…]` is said of one row, or of many whose facts differ. */
export function oneOrMany(pattern: string, part: 1 | 2): string {
  return pattern.replaceAll(ofOne, `$${part}`)
}

/**
 * Fills a pattern of the page or of a message: `{name}` and `{name.part}` are facts, `{field name}` the title of the field
 * that a fact names. Forms follow a space, with the fact as `#`: `{rows # row|# rows}` by number, `{name yes|no}` by
 * whether there is one, `{name a=…|b=…|…}` by value, `{names or}` and `{names and “#”}` join a list (`{names or|# names}`: or say its number), `{list “#”}` each of its
 * items (an item that is a text is `{name}` there), `{list ; …“#”}` with what stands before the dots between them, `{at date}` writes a date out, `{of shell}` quotes it for a shell, `{of row ligne}` says `row` otherwise.
 */
export function fillPattern(pattern: string, facts: Facts, style: PatternStyle): string {
  const { field = (name: string) => name } = style
  return pattern.replace(patternPart, (_, ofField: string | undefined, path: string, forms?: string) => {
    const fact = path.split('.').reduce<unknown>((of, name) => (of as Facts | undefined)?.[name], facts)
    const shown = showFact(fact, style)
    if (forms === undefined) return ofField === undefined ? shown : field(shown)
    if (forms === 'date') return writeDate(shown, style.language)
    if (forms === 'shell') return shown.includes(' ') ? `"${shown}"` : shown
    if (forms.startsWith('row ')) return shown.replace(/^row\b/, forms.slice(4))
    const list = toList(fact, forms)
    const all = forms.split(formBar)
    if (list !== undefined) return joinList(list, all[0] ?? '', { facts, style })
    if (/^(?:or|and)\|/.test(forms)) all.shift()
    return fillPattern(chooseForm(fact, all, style.language).replaceAll(sign, `{${path}}`), facts, style)
  })
}

function chooseForm(fact: unknown, forms: readonly string[], language: string): string {
  const [first = '', second = ''] = forms
  if (/^[\w -]*=/.test(first)) {
    const meant = forms.find((form) => form.startsWith(`${fact}=`)) ?? forms.at(-1) ?? ''
    return meant.replace(/^[\w -]*=/, '')
  }
  if (typeof fact !== 'number') return fact === undefined || fact === '' || fact === false ? second : first
  const { pluralCategories } = rulesOf(language).resolvedOptions()
  const own = categories.filter((each) => pluralCategories.some((category) => category === each))
  return forms[own.indexOf(rulesOf(language).select(fact))] ?? forms.at(-1) ?? ''
}

function toList(fact: unknown, forms: string): readonly unknown[] | undefined {
  if (Array.isArray(fact)) return fact
  return typeof fact === 'object' && fact !== null && forms.includes('{value}')
    ? Object.entries(fact).map(([name, value]) => ({ name, value }))
    : undefined
}

function joinList(
  list: readonly unknown[],
  forms: string,
  { facts, style }: { facts: Facts; style: PatternStyle },
): string {
  const [, separator] = /^([^{]*?)…/.exec(forms) ?? []
  const own = separator === undefined ? forms : forms.slice(separator.length + 1)
  const [, word, form = word === undefined ? own : '#'] = /^(?:(or|and)\b ?)?(.+)?$/.exec(own) ?? []
  const texts = list.map((item) =>
    fillPattern(form.replaceAll(sign, '{name}'), { ...facts, name: item, ...(item as object) }, style),
  )
  if (word === undefined) return texts.join(separator ?? (typeof list[0] === 'object' ? '; ' : ', '))
  const type = word === 'or' ? 'disjunction' : 'conjunction'
  return new Intl.ListFormat(regionOf(style.language), { type }).format(texts)
}

function showFact(fact: unknown, { language, count }: PatternStyle): string {
  if (Array.isArray(fact)) return fact.join(', ')
  if (typeof fact !== 'number') return String(fact)
  return count === undefined ? fact.toLocaleString(language) : count(fact)
}

/** E.g. 1. März 2026, for `2026-03-01` or `1 March 2026`; another text stays. */
export function writeDate(text: string, language: string): string {
  const day = new Date(`${text} UTC`)
  if (Number.isNaN(day.getTime())) return text
  return day.toLocaleDateString(regionOf(language), { dateStyle: 'long', timeZone: 'UTC' })
}

/** `1 March 2026`, and no comma before the last of a list. */
function regionOf(language: string): string {
  return language === 'en' ? 'en-GB' : language
}

const rules = new Map<string, Intl.PluralRules>()

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}
