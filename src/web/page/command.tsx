import { runTexts as words } from './texts-runs.ts'

/** What somebody with a terminal would type to get the same. */
export function Command({ text }: { text: string }) {
  return (
    <details>
      <summary>{words.command}</summary>
      <p>{words.commandLead}</p>
      <code class="command">{text}</code>
    </details>
  )
}
