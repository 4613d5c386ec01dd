import type { Face } from '../../messages/face.ts'
import { flagName, listSettings, longFlag } from '../../settings/all.ts'

/** Names of settings in messages → their form on the command line. */
const options: ReadonlyMap<string, string> = new Map(
  listSettings().flatMap(([name, setting]) =>
    [name, flagName(setting)].map((each) => [each, longFlag(setting)] as const),
  ),
)

/** Also for workbooks that the command line writes. */
export const terminalFace: Face = {
  kind: 'terminal',
  option: (name) => options.get(name) || `‹${name}›`,
  field: (name) => name,
}
