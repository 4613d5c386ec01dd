import { runTexts as labels } from '../texts/runs.ts'

export function CommandLineHint({ text }: { text: string }) {
  return (
    <details>
      <summary>{labels.command}</summary>
      <p>{labels.commandLead}</p>
      <code class="command">{text}</code>
    </details>
  )
}
