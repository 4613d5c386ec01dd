const MEBI = 1024 * 1024

/** What an input may take at most; beyond, it is refused. The first two are Excel's own limits of a worksheet. */
export const limits = {
  rows: 1_048_576,
  columns: 16_384,
  /** Characters of one row or record, and of one shared string. */
  recordChars: 16 * MEBI,
  /** Entries of a zip archive; a workbook has a few dozen. */
  zipEntries: 10_000,
  /** Bytes of everything in a zip archive, unpacked. */
  unpackedBytes: 1024 * MEBI,
  /** Packed to unpacked, for a part of more than 64 MiB: deflate cannot go past 1:1032, real sheets stay below 1:100. */
  packingRatio: 400,
  packingRatioFrom: 64 * MEBI,
  sharedStringChars: 512 * MEBI,
  sharedStrings: 16 * MEBI,
} as const
