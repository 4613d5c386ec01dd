import codes from './builtin-codes.json' with { type: 'json' }

/** Codes that the file format omits. 27 to 36 and 50 to 58 are dates in East Asian files, shown as ISO here. */
export const builtinCodes: ReadonlyMap<number, string> = new Map(
  Object.entries(codes).map(([id, code]) => [Number(id), code]),
)

/** Built-in formats that are the same in every language. */
export const localeNeutralFormats: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 9, 10, 11, 49].map((id) => [builtinCodes.get(id) ?? '', id]),
)
