import { createTemplate } from '../../app/create-template.ts'
import { readListsFile } from '../../app/option-files.ts'
import type { CommandSession } from '../command-spec.ts'
import type { ExitCode } from '../exit-code.ts'
import { printLines, printToStderr } from '../output/print.ts'

export async function writeTemplateFile({ host, args }: CommandSession, name: string): Promise<ExitCode> {
  const { output, lists } = args
  const file = await createTemplate(name, { output, lists: readListsFile(lists) })
  printLines(host, [file])
  printToStderr(host, [`Fill it in, then: npx rwa-batch check ${name} ${file}`])
  return 0
}
