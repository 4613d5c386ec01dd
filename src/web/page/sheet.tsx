import type { SheetState } from '../protocol.ts'
import { postAction } from './api.ts'
import { ActionButton, Button, findFieldTitle, HeadedTable, hasActiveRun, ScreenFrame } from './components.tsx'
import { FieldInput, SubmitForm } from './forms.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'

const labels = texts.sheet

export function SheetScreen({ state, go }: ScreenProps) {
  const { sheet, check } = state
  if (sheet === null) return null
  const isRunning = hasActiveRun(state)
  const { sheet: name, fitting, chosen, headingRow, columns, missing, misfit, fields, said } = sheet
  const undoButton = (body: object) => (
    <ActionButton path="reading" body={body} disabled={isRunning}>
      {labels.takeBack}
    </ActionButton>
  )
  return (
    <ScreenFrame title={labels.title}>
      <p>{[sheet.label, name, headingRow === null ? '' : labels.headingRow(headingRow)].filter(Boolean).join(' · ')}</p>
      {misfit !== null && <p class="message error">{misfit || labels.misfit}</p>}
      {fitting.length > 1 && (
        <fieldset disabled={isRunning}>
          <legend>{labels.whichSheet}</legend>
          {[...fitting, 'all' as const].map((each, index) => {
            const isAll = index === fitting.length
            const isChosen = isAll ? chosen === 'all' : chosen !== 'all' && chosen?.includes(each) === true
            return (
              <label key={index}>
                <input
                  type="radio"
                  name="sheet"
                  checked={isChosen}
                  onChange={() => void postAction('reading', { sheets: isAll ? 'all' : [each] })}
                />{' '}
                {isAll ? labels.all : each}
              </label>
            )
          })}
        </fieldset>
      )}
      {Object.keys(said.columns)
        .filter((heading) => misfit !== null && !columns.some((column) => column.heading === heading))
        .map((heading) => (
          <p key={heading}>
            {settingsTexts.absent(heading)}{' '}
            <ActionButton
              path="forget"
              body={{ columns: { [heading]: null } }}
              disabled={isRunning}
              aria-label={settingsTexts.forgetWhat(heading)}
            >
              {settingsTexts.forget}
            </ActionButton>
          </p>
        ))}
      {sheet.asksForHidden && (
        <p class="message">
          {labels.hidden}{' '}
          {(['include', 'skip'] as const).map((hidden) => (
            <ActionButton path="reading" body={{ hidden }} key={hidden}>
              {labels.hiddenAnswers[hidden]}
            </ActionButton>
          ))}
        </p>
      )}
      {headingRow !== null && missing.length > 0 && <MissingFields sheet={sheet} />}
      {Object.entries(said.set).map(([field, value]) => (
        <p key={field}>
          {labels.setTo(findFieldTitle(fields, field), value)} {undoButton({ set: { [field]: '' } })}
        </p>
      ))}
      {said.dateFormats.length > 0 && (
        <p>
          {texts.dates(said.dateFormats)} {undoButton({ dateFormat: [] })}
        </p>
      )}
      {check !== null && (
        <p>
          <Button class="main" onClick={() => go('check')}>
            {labels.goOn(check.rows)}
          </Button>
        </p>
      )}
      <HeadedTable of={[labels.heading, labels.field, labels.examples]}>
        {columns.map(({ heading, field, examples }, index) => (
          <tr key={index}>
            <th scope="row">{heading}</th>
            <td>
              {field === null || missing.length > 0 || said.columns[heading] !== undefined ? (
                <select
                  aria-label={labels.readAs(heading)}
                  disabled={isRunning}
                  value={field ?? ''}
                  onChange={(event) =>
                    void postAction('reading', { columns: { [heading]: event.currentTarget.value } })
                  }
                >
                  <option value="" disabled={field !== null && said.columns[heading] === undefined}>
                    {labels.carried}
                  </option>
                  {fields
                    .filter((each) => each.name === field || !columns.some((column) => column.field === each.name))
                    .map((each) => (
                      <option key={each.name} value={each.name}>
                        {each.title}
                      </option>
                    ))}
                </select>
              ) : (
                findFieldTitle(fields, field)
              )}
            </td>
            <td>{examples.join(' · ')}</td>
          </tr>
        ))}
      </HeadedTable>
    </ScreenFrame>
  )
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
          <SubmitForm
            key={field.name}
            onSend={({ value }) => void (value && postAction('reading', { set: { [field.name]: value } }))}
          >
            <FieldInput field={field} label={labels.forAll(field.title)} name="value" />
            <button type="submit">{labels.use}</button>
          </SubmitForm>
        ))}
    </div>
  )
}
