const MEBI = 1024 * 1024

/** What an input may take at most; beyond, it is refused. The first two are Excel's own limits of a worksheet. */
export const limits = {
  rows: 1_048_576,
  columns: 16_384,
  /** Characters of one row or record, and of one shared string. */
  recordChars: 16 * MEBI,
  /** Entries of a zip archive; a workbook has a few dozen. */
  zipEntries: 10_000,
  /** Bytes of everything in a zip archive, unpacked, that any file may have. */
  unpackedBytes: 1024 * MEBI,
  /** Beyond that, how many times its own size: our outputs of a million rows unpack to some ten times theirs. */
  unpackedToPacked: 64,
  /** Packed to unpacked, for a part of more than 64 MiB: deflate cannot go past 1:1032, real sheets stay below 1:100. */
  packingRatio: 400,
  packingRatioFrom: 64 * MEBI,
  /** The part that holds the shared texts; four texts of their own for each of a million rows are some 200 MiB. */
  stringsPart: { bytes: 256 * MEBI, elements: 32_000_000 },
  /** Any other part that is kept in memory: bloated styles reach some 30 MiB. */
  part: { bytes: 64 * MEBI, elements: 1_000_000 },
  sheets: 10_000,
  /** What the shared texts may take in memory, their places included. */
  sharedStringBytes: 128 * MEBI,
  sharedStrings: 5 * MEBI,
  /** Empty cells in front of others, over a sheet: 128 in each of a million rows. */
  gapCells: 128 * MEBI,
  /** Cells that merged ranges lie over, and 24 for each range on a row: some 100 in each of a million rows. */
  mergedCells: 96 * MEBI,
} as const
