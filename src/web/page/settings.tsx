import type { PersonState } from '../person-controller.ts'
import { download, hasActiveRun, postAction } from './api.ts'
import { DataTable, DestinationLabel, findFieldTitle, ScreenFrame, TextList } from './components.tsx'
import { ActionButton, Button, SubmitButton, SubmitForm, TextInput, Tick } from './forms.tsx'
import type { ScreenProps } from './step.ts'
import { columnTexts } from './texts/check.ts'
import { formatCellText } from './texts/common.ts'
import { settingsTexts as labels, personTexts } from './texts/settings.ts'
import { texts } from './texts/texts.ts'

export function SettingsScreen({ state }: ScreenProps) {
  const { settings, destination, sheet, person } = state
  const { profile, ledger, rules, columns, set, values, dateFormats } = settings
  const titleOf = (field: string): string => findFieldTitle(sheet?.fields ?? [], field)
  const lines = Object.entries(values).flatMap(([field, list]) =>
    Object.entries(list).map(([written, meant]) => ({ field, written, meant })),
  )
  const isEmpty = [columns, set, lines, dateFormats].every((entries) => Object.keys(entries).length === 0)
  const forgetButton = (what: string, body: object) => (
    <ActionButton
      key={what}
      path="forget"
      body={body}
      disabled={hasActiveRun()}
      aria-label={labels.forgetWhat(what)}
      label={labels.forget}
    />
  )
  return (
    <ScreenFrame class="settings" title={texts.steps.settings}>
      <dl>
        <dt>{labels.address}</dt>
        <dd>
          <DestinationLabel destination={destination} />
        </dd>
        <dt>{labels.company}</dt>
        <dd>{destination.company}</dd>
        <dt>{labels.ledger}</dt>
        <dd>{ledger}</dd>
        <dt>{labels.rules}</dt>
        <dd>{rules.length === 0 ? labels.noRules : rules.join('; ')}</dd>
        <dt>{labels.profile}</dt>
        <dd>
          {profile.file} {!profile.isThere && <span class="quiet">({labels.notThere})</span>}
        </dd>
      </dl>
      <p class="quiet">{labels.fixed}</p>
      {destination.kind !== 'sandbox' && <TokenForm settings={settings} />}
      <h2>{personTexts.title}</h2>
      <SubmitForm onSend={(typed) => postAction('person', typed)}>
        <TextInput label={personTexts.employee} name="person" required maxLength={200} disabled={hasActiveRun()} />
        <SubmitButton label={personTexts.show} disabled={hasActiveRun()} />
      </SubmitForm>
      {person !== null && <FoundPerson key={person.person} found={person} />}
      <h2>{labels.audit}</h2>
      <p>{labels.auditLead}</p>
      <p>
        <Button
          label={labels.auditDownload}
          disabled={hasActiveRun()}
          onClick={() => download('audit.xlsx', 'audit-file')}
        />
      </p>
      <h2>{labels.remembered}</h2>
      <p>{isEmpty ? labels.nothing : labels.rememberedLead}</p>
      <DataTable
        title={labels.values}
        headings={[labels.fieldColumn, labels.written, columnTexts.field, '']}
        rows={lines.map(({ field, written, meant }) => [
          titleOf(field),
          formatCellText(written),
          formatCellText(meant),
          forgetButton(written, { values: { [field]: { [written]: null } } }),
        ])}
      />
      <DataTable
        title={labels.headings}
        headings={[columnTexts.heading, columnTexts.field, '']}
        rows={Object.entries(columns).map(([heading, field]) => [
          heading,
          titleOf(field),
          forgetButton(heading, { columns: { [heading]: null } }),
        ])}
      />
      <DataTable
        title={labels.set}
        headings={[labels.fieldColumn, labels.value, '']}
        rows={Object.entries(set).map(([field, value]) => [
          titleOf(field),
          value,
          forgetButton(titleOf(field), { set: { [field]: null } }),
        ])}
      />
      {dateFormats.length > 0 && (
        <p>
          {texts.dates(dateFormats)} {forgetButton(dateFormats.join(', '), { dateFormats: [] })}
        </p>
      )}
    </ScreenFrame>
  )
}

/** The token goes to the program, and is not stored in the browser. */
function TokenForm({ settings: { token } }: Pick<ScreenProps['state'], 'settings'>) {
  return (
    <>
      <h2>{labels.access}</h2>
      <p>
        {labels.token[token.source]} {token.file !== null && labels.tokenFile(token.file)}
      </p>
      <SubmitForm
        onSend={({ token = '', keep, rotated }, form) => {
          form.reset()
          return postAction('token', { token, isKept: keep !== undefined, isRotated: rotated !== undefined })
        }}
      >
        <p>
          <TextInput label={labels.give} name="token" type="password" required disabled={hasActiveRun()} />
        </p>
        <p class="quiet">{labels.giveLead}</p>
        <Tick label={labels.keep} name="keep" />
        <br />
        <Tick label={labels.rotated} name="rotated" />
        <p>
          <SubmitButton label={labels.useToken} disabled={hasActiveRun()} />
        </p>
      </SubmitForm>
    </>
  )
}

function FoundPerson({ found }: { found: PersonState }) {
  const { person, known, erasable, open, openCount, files, forgotten, notes } = found
  const isRunning = hasActiveRun()
  const isKnown = known.requests + known.rows + known.lines > 0
  const canErase = erasable !== null && openCount === 0
  const isErasable = canErase && erasable.requests + erasable.rows > 0
  const isRest = canErase && forgotten?.isScrubbed === false
  const rest = openCount - open.length
  return (
    <>
      <div role="status">
        {forgotten !== null && <p>{personTexts.forgotten(forgotten)}</p>}
        {forgotten?.isScrubbed === false && <p>{personTexts.unscrubbed}</p>}
        {forgotten?.isDatabase && <p>{personTexts.backups}</p>}
        <p>{isKnown ? personTexts.known(person, known) : personTexts.nothing(person)}</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {isKnown && (
        <p>
          <Button
            label={personTexts.download}
            disabled={isRunning}
            onClick={() => download('person.xlsx', 'person-file')}
          />
        </p>
      )}
      {erasable === null && <p>{personTexts.held}</p>}
      <TextList
        lead={personTexts.open}
        of={[...open.map(personTexts.openTrip), ...(rest > 0 ? [personTexts.more(rest)] : [])]}
      />
      {openCount > 0 && <p>{personTexts.settle}</p>}
      <TextList lead={personTexts.files} of={files.naming} />
      <TextList lead={personTexts.unread} of={files.unread} />
      <TextList lead={personTexts.sandboxes} of={files.sandboxes} />
      {(isKnown || forgotten !== null) && <p class="quiet">{personTexts.ownSheets}</p>}
      {(isErasable || isRest) && (
        <details>
          <summary>{personTexts.forget}</summary>
          {isErasable && <p>{personTexts.erased(erasable)}</p>}
          <p>{personTexts.stays}</p>
          <SubmitForm onSend={(typed) => postAction('erase', typed)}>
            <p>
              <TextInput label={personTexts.reason} name="reason" maxLength={200} disabled={isRunning} />
            </p>
            <p>
              <TextInput label={personTexts.typed(person)} name="typed" required disabled={isRunning} />
            </p>
            <SubmitButton
              class="danger"
              label={isErasable ? personTexts.confirm : personTexts.again}
              disabled={isRunning}
            />
          </SubmitForm>
        </details>
      )}
    </>
  )
}
