import { Fragment } from 'preact'
import type { PersonState } from '../person-controller.ts'
import { download, hasActiveRun, postAction, postThen } from './api.ts'
import { DataTable, DestinationLabel, findFieldTitle, ScreenFrame, TextList } from './components.tsx'
import { ActionButton, Button, SubmitButton, SubmitForm, TextInput, Tick } from './forms.tsx'
import type { ScreenProps } from './step.ts'
import { formatCellText, say, texts } from './texts/texts.ts'

const labels = texts.settings

export function SettingsScreen({ state }: ScreenProps) {
  const { settings, destination, sheet, person } = state
  const { profile, ledger, rules, columns, set, values, dateFormats } = settings
  const titleOf = (field: string): string => findFieldTitle(sheet?.fields ?? [], field)
  const lines = Object.entries(values).flatMap(([field, list]) =>
    Object.entries(list).map(([written, meant]) => ({ field, written, meant })),
  )
  const isEmpty = [columns, set, lines, dateFormats].every((entries) => Object.keys(entries).length === 0)
  const forgetButton = (what: string, body: object) => (
    <ActionButton key={what} path="forget" body={body} label={labels.forget} about={formatCellText(what)} />
  )
  const facts = [
    [labels.address, <DestinationLabel key="address" destination={destination} />],
    [labels.company, destination.company],
    [labels.ledger, ledger],
    [labels.rules, rules.join('; ') || labels.noRules],
    [labels.profile, profile.file, !profile.isThere && <span class="quiet"> ({labels.notThere})</span>],
  ]
  return (
    <ScreenFrame class="settings" title={texts.steps.settings}>
      <dl>
        {facts.map(([name, ...fact], index) => (
          <Fragment key={index}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ))}
      </dl>
      <p class="quiet">{labels.fixed}</p>
      <p>
        <a href="/help" target="_blank" rel="noopener">
          {labels.help}
        </a>
      </p>
      <LanguageChoice chosen={settings.language} />
      {destination.kind !== 'sandbox' && <TokenForm settings={settings} />}
      <h2>{texts.person.title}</h2>
      <SubmitForm onSend={(typed) => postAction('person', typed)}>
        <TextInput label={texts.person.employee} name="person" required maxLength={200} />
        <SubmitButton label={texts.person.show} />
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
        headings={[labels.fieldColumn, labels.written, texts.columns.field, '']}
        rows={lines.map(({ field, written, meant }) => [
          titleOf(field),
          formatCellText(written),
          formatCellText(meant),
          forgetButton(written, { values: { [field]: { [written]: null } } }),
        ])}
      />
      <DataTable
        title={labels.headings}
        headings={[texts.columns.heading, texts.columns.field, '']}
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
          {say(texts.dates, { patterns: dateFormats.join(', ') })}{' '}
          {forgetButton(dateFormats.join(', '), { dateFormats: [] })}
        </p>
      )}
    </ScreenFrame>
  )
}

/** Texts are loaded with the page. */
function LanguageChoice({ chosen }: { chosen: ScreenProps['state']['settings']['language'] }) {
  const choose = async ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }): Promise<void> =>
    postThen('language', { language: value || null }, () => location.reload())
  return (
    <p>
      <label>
        {labels.language}{' '}
        <select value={chosen ?? ''} onChange={choose} disabled={hasActiveRun()}>
          <option value="">{labels.ofBrowser}</option>
          <option value="en">English</option>
          <option value="de">Deutsch</option>
          <option value="fr">Français</option>
        </select>
      </label>{' '}
      <span class="quiet">{labels.languageLead}</span>
    </p>
  )
}

/** The token goes to the program, and is not stored in the browser. */
function TokenForm({ settings: { token } }: Pick<ScreenProps['state'], 'settings'>) {
  return (
    <>
      <h2>{labels.access}</h2>
      <p>
        {labels.token[token.source]} {token.file !== null && say(labels.tokenFile, { file: token.file })}
      </p>
      <SubmitForm
        onSend={({ token = '', keep, rotated }, form) => {
          form.reset()
          return postAction('token', { token, isKept: keep !== undefined, isRotated: rotated !== undefined })
        }}
      >
        <p>
          <TextInput label={labels.give} name="token" type="password" required />
        </p>
        <p class="quiet">{labels.giveLead}</p>
        <Tick label={labels.keep} name="keep" />
        <br />
        <Tick label={labels.rotated} name="rotated" />
        <p>
          <SubmitButton label={labels.useToken} />
        </p>
      </SubmitForm>
    </>
  )
}

function describeCounts({ requests, rows, lines }: PersonState['known']): string {
  return say(texts.person.counts, { requests, rows, lines })
}

function FoundPerson({ found }: { found: PersonState }) {
  const { person, known, erasable, open, openCount, files, forgotten, notes } = found
  const isKnown = known.requests + known.rows + known.lines > 0
  const canErase = erasable !== null && openCount === 0
  const isErasable = canErase && erasable.requests + erasable.rows > 0
  const isRest = canErase && forgotten?.isScrubbed === false
  const rest = openCount - open.length
  return (
    <>
      <div role="status">
        {forgotten !== null && <p>{say(texts.person.forgotten, { counts: describeCounts(forgotten) })}</p>}
        {forgotten?.isScrubbed === false && <p>{texts.person.unscrubbed}</p>}
        {forgotten?.isDatabase && <p>{texts.person.backups}</p>}
        <p>{say(isKnown ? texts.person.known : texts.person.nothing, { person, counts: describeCounts(known) })}</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {isKnown && (
        <p>
          <Button
            label={texts.person.download}
            disabled={hasActiveRun()}
            onClick={() => download('person.xlsx', 'person-file')}
          />
        </p>
      )}
      {erasable === null && <p>{texts.person.held}</p>}
      <TextList
        lead={texts.person.open}
        of={[
          ...open.map(({ place, state }) => say(texts.person.openTrip, { place, state })),
          ...(rest > 0 ? [say(texts.person.more, { count: rest })] : []),
        ]}
      />
      {openCount > 0 && <p>{texts.person.settle}</p>}
      <TextList lead={texts.person.files} of={files.naming} />
      <TextList lead={texts.person.unread} of={files.unread} />
      <TextList lead={texts.person.sandboxes} of={files.sandboxes} />
      {(isKnown || forgotten !== null) && <p class="quiet">{texts.person.ownSheets}</p>}
      {(isErasable || isRest) && (
        <details>
          <summary>{texts.person.forget}</summary>
          {isErasable && <p>{say(texts.person.erased, { counts: describeCounts(erasable) })}</p>}
          <p>{texts.person.stays}</p>
          <SubmitForm onSend={(typed) => postAction('erase', typed)}>
            <p>
              <TextInput label={texts.person.reason} name="reason" maxLength={200} />
            </p>
            <p>
              <TextInput label={say(texts.person.typed, { person })} name="typed" required />
            </p>
            <SubmitButton class="danger" label={isErasable ? texts.person.confirm : texts.person.again} />
          </SubmitForm>
        </details>
      )}
    </>
  )
}
