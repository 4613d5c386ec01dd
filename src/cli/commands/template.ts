import { createTemplate } from '../../app/create-template.ts'
import { readListsFile } from '../../app/option-files.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { printLines, printToStderr } from '../output/print.ts'
import type { Arguments } from '../setting-options.ts'

export async function writeTemplateFile(host: Host, name: string, { output, lists }: Arguments): Promise<ExitCode> {
  const file = await createTemplate(name, { output, lists: readListsFile(lists) })
  printLines(host, [file])
  printToStderr(host, [`Fill it in, then: npx rwa-batch check ${name} ${file}`])
  return 0
}
