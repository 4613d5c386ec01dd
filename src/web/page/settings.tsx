import type { ComponentChildren } from 'preact'
import { download, postAction } from './api.ts'
import { DestinationLabel, findFieldTitle, HeadedTable, hasActiveRun, ScreenFrame } from './components.tsx'
import { ActionButton, Button, SubmitForm, TextInput, Tick } from './forms.tsx'
import { PersonSection } from './person.tsx'
import type { ScreenProps } from './step.ts'
import { columnTexts } from './texts/check.ts'
import { formatCellText } from './texts/common.ts'
import { settingsTexts as labels } from './texts/settings.ts'
import { texts } from './texts/texts.ts'

export function SettingsScreen({ state }: ScreenProps) {
  const { settings, destination, sheet } = state
  const { profile, ledger, rules, columns, set, values, dateFormats } = settings
  const isRunning = hasActiveRun(state)
  const titleOf = (field: string): string => findFieldTitle(sheet?.fields ?? [], field)
  const lines = Object.entries(values).flatMap(([field, list]) =>
    Object.entries(list).map(([written, meant]) => ({ field, written, meant })),
  )
  const isEmpty = [columns, set, lines, dateFormats].every((entries) => Object.keys(entries).length === 0)
  const forgetButton = (what: string, body: object) => (
    <ActionButton path="forget" body={body} disabled={isRunning} aria-label={labels.forgetWhat(what)}>
      {labels.forget}
    </ActionButton>
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
      {destination.kind !== 'sandbox' && <TokenForm settings={settings} isRunning={isRunning} />}
      <PersonSection state={state} isRunning={isRunning} />
      <h2>{labels.audit}</h2>
      <p>{labels.auditLead}</p>
      <p>
        <Button disabled={isRunning} onClick={() => download('audit.xlsx', 'audit-file')}>
          {labels.auditDownload}
        </Button>
      </p>
      <h2>{labels.remembered}</h2>
      <p>{isEmpty ? labels.nothing : labels.rememberedLead}</p>
      <RememberedTable
        title={labels.values}
        headings={[labels.fieldColumn, labels.written, columnTexts.field]}
        lines={lines.map(({ field, written, meant }) => [
          [titleOf(field), formatCellText(written), formatCellText(meant)],
          forgetButton(written, { values: { [field]: { [written]: null } } }),
        ])}
      />
      <RememberedTable
        title={labels.headings}
        headings={[columnTexts.heading, columnTexts.field]}
        lines={Object.entries(columns).map(([heading, field]) => [
          [heading, titleOf(field)],
          forgetButton(heading, { columns: { [heading]: null } }),
        ])}
      />
      <RememberedTable
        title={labels.set}
        headings={[labels.fieldColumn, labels.value]}
        lines={Object.entries(set).map(([field, value]) => [
          [titleOf(field), value],
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

interface RememberedTableProps {
  title: string
  headings: readonly string[]
  lines: readonly (readonly [cells: readonly string[], button: ComponentChildren])[]
}

function RememberedTable({ title, headings, lines }: RememberedTableProps) {
  if (lines.length === 0) return null
  return (
    <HeadedTable of={[...headings, '']} title={title}>
      {lines.map(([cells, button]) => (
        <tr key={JSON.stringify(cells)}>
          {cells.map((cell, index) => (
            <td key={index}>{cell}</td>
          ))}
          <td>{button}</td>
        </tr>
      ))}
    </HeadedTable>
  )
}

/** The token goes to the program, and is not stored in the browser. */
function TokenForm({
  settings: { token },
  isRunning,
}: Pick<ScreenProps['state'], 'settings'> & { isRunning: boolean }) {
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
          <TextInput label={labels.give} name="token" type="password" required disabled={isRunning} />
        </p>
        <p class="quiet">{labels.giveLead}</p>
        <Tick label={labels.keep} name="keep" />
        <br />
        <Tick label={labels.rotated} name="rotated" />
        <p>
          <button type="submit" disabled={isRunning}>
            {labels.useToken}
          </button>
        </p>
      </SubmitForm>
    </>
  )
}
