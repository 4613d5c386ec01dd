import { flagName, listSettings, longFlag } from '../../settings/all.ts'

/** Names of settings in texts of lower layers → their form on the command line. */
const options: ReadonlyMap<string, string> = new Map(
  listSettings().flatMap(([name, setting]) =>
    [name, flagName(setting)].map((each) => [each, longFlag(setting)] as const),
  ),
)

/** `‹dateFormat›` becomes `--date-format`. Other text stays. Pure. */
export function formatOptionNames(text: string): string {
  if (!text.includes('‹')) return text
  return text.replace(/‹([a-zA-Z]+)›/g, (mark, name: string) => options.get(name) || mark)
}
