import type { ComponentChildren } from 'preact'
import { hasActiveRun, postAction, type SheetState } from '../api.ts'
import { DataTable, findFieldTitle, RestoredNote, ScreenFrame, TextList } from '../components.tsx'
import { ActionButton, Button, ForAllForm, Tick } from '../forms.tsx'
import { go, type ScreenProps } from '../step.ts'
import { quoted, say, texts } from '../texts/texts.ts'

const labels = texts.columns

export function SheetScreen({ state: { sheet, check, restored } }: ScreenProps) {
  if (sheet === null) return null
  const { fitting, chosen, headingRow, columns, missing, misfit, doubled, fields, own, kept } = sheet
  const questions =
    missing.length + doubled.length + Number(fitting.length > 1 && chosen === null) + Number(sheet.asksForHidden)
  const dateFormats = own.dateFormats.length > 0 ? own.dateFormats : kept.dateFormats
  const hasAnswers = [own.columns, own.set, own.dateFormats].some((answers) => Object.keys(answers).length > 0)
  const undoButton = (body: object) => <ActionButton path="reading" body={body} label={labels.takeBack} />
  return (
    <ScreenFrame
      title={texts.steps.sheet}
      lead={say(questions === 0 ? labels.lead : labels.leadWithQuestions, {
        understood: columns.filter(({ field }) => field !== null).length,
        questions,
      })}
      action={
        check !== null && (
          <Button class="main" label={say(labels.goOn, { rows: check.rows })} onClick={() => go('check')} />
        )
      }
    >
      <p class="quiet">{describeSource(sheet)}</p>
      <RestoredNote restored={restored} sheet={sheet} />
      {misfit !== null && <p class="message error">{misfit || labels.misfit}</p>}
      {fitting.length > 1 && <SheetChoice sheet={sheet} />}
      {sheet.asksForHidden && (
        <p class="message">
          {labels.hidden}{' '}
          {(['include', 'skip'] as const).map((hidden) => (
            <ActionButton path="reading" body={{ hidden }} key={hidden} label={labels.hiddenAnswers[hidden]} />
          ))}
        </p>
      )}
      {doubled.map((field) => (
        <DoubledField key={field} sheet={sheet} field={field} />
      ))}
      {headingRow !== null && missing.length > 0 && <MissingFields sheet={sheet} />}
      {Object.entries({ ...kept.set, ...own.set }).map(([field, value]) => (
        <p key={field}>
          {say(field in own.set ? labels.setHere : labels.setAlways, { field: findFieldTitle(fields, field), value })}{' '}
          {undoButton({ set: { [field]: '' } })}
        </p>
      ))}
      {dateFormats.length > 0 && (
        <p>
          {say(texts.dates, { patterns: dateFormats.join(', ') })} {undoButton({ dateFormat: [] })}
        </p>
      )}
      {(hasAnswers || sheet.isKept) && (
        <p>
          <Tick
            label={labels.keepAnswers}
            checked={sheet.isKept}
            onChange={(event) => void postAction('keep', { isKept: event.currentTarget.checked })}
          />{' '}
          <span class="quiet">{labels.keptWhere}</span>
        </p>
      )}
      <DataTable
        headings={[labels.heading, labels.field, labels.filled, labels.examples]}
        class="card"
        classes={['', '', 'short']}
        rows={columns.map((column) => [
          <th scope="row" key="heading">
            {column.heading}
          </th>,
          <ColumnChoice sheet={sheet} column={column} key={column.heading} />,
          column.filled === sheet.sampled
            ? labels.filledAll
            : say(labels.filledOf, { filled: column.filled, sampled: sheet.sampled }),
          column.examples.join(' · '),
        ])}
      />
      {sheet.absent.length > 0 && (
        <TextList of={[say(labels.absent, { headings: sheet.absent.map(quoted).join(', ') })]} />
      )}
    </ScreenFrame>
  )
}

/** The file; the worksheets that are read as one, or the only one; where the headings stand. CSV has no worksheet. */
function describeSource({ label, sheet: name, fitting, chosen, headingRow }: SheetState): string {
  const read = (chosen === 'all' ? fitting : chosen) ?? []
  return [
    label,
    ...(read.length > 1 ? [read.join(', '), say(labels.shown, { name })] : [name]),
    headingRow === null ? '' : say(labels.headingRow, { row: headingRow }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function SheetChoice({ sheet: { fitting, chosen } }: { sheet: SheetState }) {
  const answers = fitting.map((name) => {
    return { label: name, body: { sheets: [name] }, checked: chosen !== 'all' && chosen?.includes(name) === true }
  })
  const all = { label: labels.all, body: { sheets: 'all' }, checked: chosen === 'all' }
  return <Question of={labels.whichSheet} name="sheet" isOpen={chosen === null} answers={[...answers, all]} />
}

interface QuestionProps {
  of: string
  name: string
  isOpen: boolean
  answers: readonly { label: ComponentChildren; body: object; checked?: boolean }[]
}

function Question({ of, name, isOpen, answers }: QuestionProps) {
  return (
    <fieldset disabled={hasActiveRun()} class={isOpen ? 'message' : ''}>
      <legend>{of}</legend>
      {answers.map(({ body, ...rest }, index) => (
        <Tick key={index} type="radio" name={name} {...rest} onChange={() => void postAction('reading', body)} />
      ))}
    </fieldset>
  )
}

/** Every field can be chosen: one that another column has moves here. */
function ColumnChoice({ sheet, column }: { sheet: SheetState; column: SheetState['columns'][number] }) {
  const { fields, columns, own, kept } = sheet
  const { heading, field } = column
  const isOwn = own.columns[heading] !== undefined
  const isRemembered = !isOwn && kept.columns[heading] !== undefined
  return (
    <>
      <select
        aria-label={say(labels.readAs, { heading })}
        disabled={hasActiveRun()}
        value={field ?? ''}
        onChange={(event) => void postAction('reading', { columns: { [heading]: event.currentTarget.value } })}
      >
        <option value="">{labels.carried}</option>
        {fields.map(({ name, title }) => {
          const other = columns.find((each) => each.field === name && each.heading !== heading)
          return (
            <option key={name} value={name}>
              {other === undefined || field === name ? title : say(labels.moved, { title, heading: other.heading })}
            </option>
          )
        })}
      </select>
      {(isOwn || isRemembered) && (
        <>
          {' '}
          <span class="quiet">{isOwn ? labels.hereOnly : labels.remembered}</span>{' '}
          <ActionButton
            class="link"
            path="reading"
            body={{ columns: { [heading]: null } }}
            label={isOwn ? labels.takeBack : texts.settings.forget}
            about={heading}
          />
        </>
      )}
    </>
  )
}

function DoubledField({ sheet: { columns, fields }, field }: { sheet: SheetState; field: string }) {
  const title = findFieldTitle(fields, field)
  const claiming = columns.filter((column) => column.field === field)
  const headings = new Set(claiming.map(({ heading }) => heading))
  if (headings.size < claiming.length) return <p class="message error">{say(labels.sameHeading, { title })}</p>
  const answers = claiming.map(({ heading, examples }) => ({
    label: [heading, ' ', <span class="quiet">{examples.join(' · ')}</span>],
    body: { columns: { [heading]: field } },
  }))
  return <Question of={say(labels.doubled, { title })} name={`doubled-${field}`} isOpen answers={answers} />
}

function MissingFields({ sheet: { missing, fields } }: { sheet: SheetState }) {
  const sought = fields.filter(({ name }) => missing.includes(name))
  return (
    <div class="message">
      <p>
        {labels.missing} <strong>{sought.map(({ title }) => title).join(', ')}</strong>
      </p>
      <p>{labels.missingLead}</p>
      {sought
        .filter(({ isIdentifying }) => !isIdentifying)
        .map((field) => (
          <ForAllForm key={field.name} field={field} />
        ))}
    </div>
  )
}
