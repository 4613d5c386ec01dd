import { DataTable } from './components.tsx'
import { Card, Tag } from './parts.tsx'
import { columnTitles, formatDays, texts } from './texts/texts.ts'

const labels = texts.start.back
/** Invented: who, country, days, scores with the lower end of their step of colour. */
const trips = [
  ['Věra Brown', 'IT', '2027-02-11', '2027-03-17', ['7.2', 7], ['5.9', 5], ['4.3', 4]],
  ['Wei Schmidt', 'JP', '2027-03-02', '2027-03-19', ['4.6', 4], ['3.1', 3], ['2.2', 0]],
  ['Rosa Silva', 'PT', '2027-02-01', '2027-02-12', ['1.8', 0], ['2.0', 0], ['1.1', 0]],
] as const
const countries = new Intl.DisplayNames(texts.language, { type: 'region' })

/** What comes back, as long as nothing has. */
export function ExampleResult() {
  const titles = ['overallTrip', 'payrollTax', 'socialSecurity'].map((name) => columnTitles[name] ?? name)
  return (
    <Card title={labels.title} end={<Tag>{labels.example}</Tag>}>
      <DataTable
        headings={[...labels.headings, ...titles]}
        rows={trips.map(([name, country, from, until, ...scores]) => [
          name,
          countries.of(country),
          formatDays(from, until),
          ...scores.map(([shown, step], index) => (
            <td key={index} class={`number heat${step}`}>
              {shown}
            </td>
          )),
        ])}
      />
    </Card>
  )
}
