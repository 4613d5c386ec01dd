import type { ComponentChildren } from 'preact'
import { hasActiveRun, type SheetState } from '../api.ts'
import { findFieldTitle } from '../components.tsx'
import { ActionChoice, Button, ForAllForm, toOption } from '../forms.tsx'
import { quoted, say, texts } from '../texts/texts.ts'
import {
  ChoiceLine,
  describeColumn,
  describeFilled,
  findCandidate,
  findGuess,
  focusFirstOpen,
  MapLine,
  readSheetAs,
  type ShownColumn,
} from './map-lines.tsx'
import { nameEncoding } from './sheet-layout.tsx'

const labels = texts.columns

export function listQuestions(sheet: SheetState): ComponentChildren[] {
  const { text, fitting, chosen, asksForHidden, doubled, missing, fields, columns } = sheet
  const isGuessed = (field: string): boolean => columns.some((column) => findGuess(sheet, column)?.fields[0] === field)
  const doubt = text?.doubt ?? undefined
  return [
    doubt && (
      <ChoiceLine
        name={labels.whichLetters}
        of={[
          [doubt.encoding, describeReading(doubt.encoding, doubt.meant)],
          [text?.encoding ?? '', describeReading(text?.encoding ?? '', doubt.shown)],
        ]}
        onChoose={(encoding) => readSheetAs({ encoding })}
      />
    ),
    fitting.length > 1 && chosen === null && (
      <ChoiceLine
        name={labels.whichSheet}
        of={[...fitting.map(toOption), ['', labels.all]]}
        onChoose={(sheetName) => readSheetAs({ sheets: sheetName === '' ? 'all' : [sheetName] })}
      />
    ),
    asksForHidden && (
      <ChoiceLine
        name={labels.hidden}
        of={Object.entries(labels.hiddenAnswers)}
        onChoose={(hidden) => readSheetAs({ hidden })}
      />
    ),
    ...doubled.map((field) => <DoubledField key={field} sheet={sheet} field={field} />),
    ...fields
      .filter(({ name }) => missing.includes(name) && !isGuessed(name))
      .map((field) => <MissingField key={field.name} sheet={sheet} field={field} />),
  ].filter(Boolean)
}

function describeReading(encoding: string, shown: string): string {
  return `${quoted(shown)} · ${nameEncoding(encoding)}`
}

function DoubledField({ sheet: { columns, fields }, field }: { sheet: SheetState; field: string }) {
  const title = findFieldTitle(fields, field)
  const claiming = columns.filter((column) => column.field === field)
  const headings = new Set(claiming.map(({ heading }) => heading))
  if (headings.size < claiming.length) return <MapLine name={title} about={say(labels.sameHeading, { title })} />
  return (
    <ChoiceLine
      name={say(labels.doubled, { title })}
      of={claiming.map(toColumnOption)}
      onChoose={(heading) => readSheetAs({ columns: { [heading]: field } })}
    />
  )
}

/** The column that looks like it, else all of them: those that may be meant stand first. */
function MissingField({ sheet, field }: { sheet: SheetState; field: SheetState['fields'][number] }) {
  const { name, title, meaning, isIdentifying } = field
  const candidate = findCandidate(sheet, name)
  const guesses = sheet.guesses.filter(({ fields }) => fields.includes(name))
  const free = sheet.columns.filter(({ field: other }) => other === null)
  const likely = free.filter(({ heading }) => guesses.some((guess) => guess.heading === heading))
  const offered = [...new Set([...likely, ...free])]
  const choose = (heading: string): unknown => heading && readSheetAs({ columns: { [heading]: name } })
  return (
    <MapLine
      name={title}
      about={meaning}
      shown={candidate && quoted(candidate.heading)}
      sample={
        candidate !== undefined
          ? describeFilled(sheet, candidate)
          : likely.length === 0
            ? labels.noColumn
            : say(labels.mayBe, { headings: likely.map(({ heading }) => quoted(heading)).join(', ') })
      }
      aside={!isIdentifying && <ForAllForm field={field} onSent={focusFirstOpen} />}
    >
      {candidate !== undefined && (
        <Button
          class="accent wide"
          disabled={hasActiveRun()}
          label={labels.use}
          about={say(texts.check.of, { title })}
          onClick={() => choose(candidate.heading)}
        />
      )}
      <ActionChoice
        isBare
        label={say(labels.chooseColumn, { title })}
        value=""
        of={[['', candidate === undefined ? labels.choose : labels.other], ...offered.map(toColumnOption)]}
        onChoose={choose}
      />
    </MapLine>
  )
}

function toColumnOption(column: ShownColumn) {
  return [column.heading, describeColumn(column)] as const
}
