// Made of the table of settings by test/settings/option-types.test.ts with `-u`; not written by hand.

/** How a sheet is read. */
export interface ReadOptions {
  /**
   * Worksheets to read as one run, or `all` visible ones whose headings fit. @default the only one that fits; several
   * are refused
   */
  sheets?: string | readonly string[] | undefined
  /** Own heading → field, or an empty text for none. @default none */
  columns?: Readonly<Record<string, string>> | undefined
  /** Field → value for its empty cells, or for all rows where there is no such column. @default none */
  set?: Readonly<Record<string, string>> | undefined
  /** Field → the company's known values, checked before anything is sent. @default values are sent as written */
  lists?: Readonly<Record<string, readonly string[]>> | undefined
  /** Field → written text (also an empty one) → meaning. @default cells are read as they are */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  /** Patterns of dates written as text, e.g. `DD/MM/YYYY`; several are all tried. @default only ISO 8601 */
  dateFormat?: string | readonly string[] | undefined
  /** Encoding of a CSV file, e.g. `windows-1252`. @default detected */
  encoding?: string | undefined
  /** Delimiter of a CSV file, one character. @default detected */
  delimiter?: string | undefined
  /** Rows hidden in the sheet. @default assess includes them; decide and invite refuse such a sheet */
  hidden?: 'include' | 'skip' | undefined
  /** Heading → value or values that a row must have, in any case; the other rows are skipped. @default all rows */
  where?: Readonly<Record<string, string | readonly string[]>> | undefined
}

/** Times are in milliseconds. */
export interface SendingOptions {
  /** Most requests in flight. @default 8 */
  concurrency?: number | undefined
  /** Most requests a second. @default adapts to the service */
  rate?: number | undefined
  /** Time limit of one request. @default 45_000 */
  requestTimeoutMs?: number | undefined
  /** Time from creation until a row is left pending. @default 600_000 */
  pollTimeoutMs?: number | undefined
  /** Wait for scores; without it, a later run of the same sheet asks for them. @default true */
  wait?: boolean | undefined
  /** Attempts at a request that was surely not processed. @default 5 */
  retries?: number | undefined
  /** Further HTTP statuses that the service's owner promises to mean “not processed”. @default none */
  retryStatuses?: Iterable<number> | undefined
  /**
   * Of 429, 503, 421, 425: those that do not prove “not processed” at this service; such rows become unknown. @default
   * none
   */
  distrustStatuses?: Iterable<number> | undefined
  /** Longest wait for a service that cannot be reached; Infinity: no limit. @default 120_000 */
  waitForServiceMs?: number | undefined
  /** Stop sending after n unknown outcomes without a success between them. @default 10 */
  maxUnknown?: number | undefined
  /** Stop sending after n rows failed or were rejected. @default never */
  maxErrors?: number | undefined
  /** Send at most n new rows in this run; the others stay ready. @default all */
  limit?: number | undefined
  /** Send rows whose outcome is unknown again: may create them twice. @default false */
  retryUnknown?: boolean | undefined
  /** Send equal rows too. @default false */
  allowDuplicates?: boolean | undefined
  /** Send rows that look like edited versions of what was created. @default false */
  sendChanged?: boolean | undefined
  /** Create anew what was already done. @default false */
  again?: boolean | undefined
}

/** The ledger, and the company that it knows. */
export interface TargetOptions {
  /** File or address of the ledger, which prevents duplicates. @default the ledger of the command line */
  ledger?: string | undefined
  /** Label that keeps the companies of one address apart. @default `default` */
  company?: string | undefined
  /** The token is new, the company the same. @default false */
  tokenRotated?: boolean | undefined
  /**
   * Use this ledger for this address and company from now on; the rows of another ledger do not count. @default false
   */
  newLedger?: boolean | undefined
  /** Send a token that is known from one address to another one. @default false */
  trustAddress?: boolean | undefined
}

/** The workbook to write. */
export interface OutputOptions {
  /** Send nothing when a row is invalid. @default false */
  allOrNothing?: boolean | undefined
  /** Path of the workbook (.xlsx) or table (.csv) to write. @default `output/<input name>.<suffix>.xlsx` */
  output?: string | undefined
  /** Results in a new workbook, not in a copy of the input. @default false */
  newWorkbook?: boolean | undefined
}

/** Options of a refresh. Times are in milliseconds. */
export interface RefreshSettings {
  /** Worksheet to read. @default Results, or the only one with identifiers */
  sheet?: string | undefined
  /** Own heading → field, or an empty text for none. @default none */
  columns?: Readonly<Record<string, string>> | undefined
  /** Encoding of a CSV file, e.g. `windows-1252`. @default detected */
  encoding?: string | undefined
  /** Delimiter of a CSV file, one character. @default detected */
  delimiter?: string | undefined
  /** Most requests in flight. @default 8 */
  concurrency?: number | undefined
  /** Most requests a second. @default adapts to the service */
  rate?: number | undefined
  /** Time limit of one request. @default 45_000 */
  requestTimeoutMs?: number | undefined
  /** Time from creation until a row is left pending. @default 600_000 */
  pollTimeoutMs?: number | undefined
  /** Longest wait for a service that cannot be reached; Infinity: no limit. @default 120_000 */
  waitForServiceMs?: number | undefined
  /** Without an input: include assessments that already have scores. @default false */
  all?: boolean | undefined
  /** Path of the workbook (.xlsx) or table (.csv) to write. @default output/<input name, if any>.refreshed.xlsx */
  output?: string | undefined
}

/** Settings for every sheet of an operation. */
export interface OperationProfile {
  /** Worksheets to read as one run; all: every visible one whose headings fit. */
  sheets?: string | readonly string[]
  /** Your own heading → field, or "" for none. */
  columns?: Readonly<Record<string, string>>
  /** Field → value for its empty cells, or for all rows where there is no such column. */
  set?: Readonly<Record<string, string>>
  /** Field → what people write in its cells ("" for an empty one) → what the service takes. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** How dates written as text are read, e.g. DD.MM.YYYY. */
  dateFormats?: string | readonly string[]
  /** For CSV files. */
  encoding?: string
  /** For CSV files. */
  delimiter?: string
  /** Rows hidden in the sheet. */
  hidden?: 'include' | 'skip'
}

/** Settings for every run. Paths count from the folder of the file. */
export interface ProfileSettings {
  /** A JSON file with the known values of roleType, urgency, citizenship, destination, residency. */
  lists?: string
  /** The base address of the service. */
  baseUrl?: string
  /** A file with the API token; never the token itself. */
  tokenFile?: string
  /** Most requests in flight. */
  concurrency?: number
  /** Most requests a second. */
  rate?: number
  /** Time limit of one request. */
  requestTimeout?: string
  /** Time from creation until a row is left pending. */
  pollTimeout?: string
  /** Attempts at a request that was surely not processed. */
  retries?: number
  /** Further HTTP statuses that the service's owner promises to mean “not processed”. */
  retryStatus?: readonly number[]
  /** Of 429, 503, 421, 425: those that do not prove “not processed” at this service; such rows become unknown. */
  distrustStatus?: readonly number[]
  /** Longest wait for a service that cannot be reached. */
  waitForService?: string
  /** Stop sending after n unknown outcomes without a success between them. */
  maxUnknown?: number
  /** Stop sending after n rows failed or were rejected. */
  maxErrors?: number
  /** A decision needs two people: one seals the plan, another releases it. */
  fourEyes?: boolean
  /** The same setting as fourEyes, under its earlier name. */
  secondPair?: boolean
  /** The ledger: a file, or postgres://user@host/database. */
  ledger?: string
  /** Label that keeps the companies of one address apart. */
  company?: string
  /** Company → a file with its API token; a worker serves these companies. */
  companies?: Readonly<Record<string, string>>
  /** How long content is kept (ISO 8601, whole days): of trips since they were settled, of raw answers. */
  retention?: { trips?: string; answers?: string }
  /** A CSV file with the people who must not be forgotten, by their IDs in the first column. */
  holds?: string
}
