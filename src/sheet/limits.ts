const MEBI = 1024 * 1024

/** Limits of an input; beyond them it is refused. `rows` and `columns` are Excel's own. */
export const limits = {
  rows: 1_048_576,
  columns: 16_384,
  /** Characters of one row or record, and of one shared string. */
  recordChars: 16 * MEBI,
  /** Entries of a zip archive; a workbook has a few dozen. */
  zipEntries: 10_000,
  /** Uncompressed bytes of a zip archive that are always allowed. */
  unpackedBytes: 1024 * MEBI,
  /** Beyond that, a multiple of the file size: our outputs of a million rows expand about tenfold. */
  unpackedToPacked: 64,
  /** Compression ratio of a part above 64 MiB. Deflate's maximum is 1:1032; real sheets stay below 1:100. */
  packingRatio: 400,
  packingRatioFrom: 64 * MEBI,
  /** The shared strings part; four distinct texts in each of a million rows are about 200 MiB. */
  stringsPart: { bytes: 256 * MEBI, elements: 32_000_000 },
  /** Any other part held in memory; very large styles reach about 30 MiB. */
  part: { bytes: 64 * MEBI, elements: 500_000 },
  sheets: 10_000,
  /** Excel allows 65,530 links in a worksheet; a workbook has one relationship for each sheet, and a few. */
  relationships: { worksheet: 70_000, workbook: 12_000 },
  /** Memory for shared strings, including offsets. */
  sharedStringBytes: 128 * MEBI,
  sharedStrings: 5 * MEBI,
  /** Empty cells before others, per sheet: 128 in each of a million rows. */
  gapCells: 128 * MEBI,
  /** Cells under merged ranges, plus 24 per range and row: about 100 in each of a million rows. */
  mergedCells: 96 * MEBI,
} as const
