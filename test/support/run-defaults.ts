import type { LoadOptions, ResendOptions, SendOptions } from '../../src/pipeline/model/options.ts'

/** A run without options, as tests of the pipeline start it. */
export const loadDefaults: LoadOptions = {
  sheets: undefined,
  encoding: undefined,
  delimiter: undefined,
  columns: new Map(),
  defaults: new Map(),
  lists: new Map(),
  values: new Map(),
  datePattern: undefined,
  hidden: 'include',
  where: new Map(),
}

export const sendDefaults: SendOptions = {
  concurrency: 4,
  rate: undefined,
  retries: 3,
  maxUnknown: 10,
  maxErrors: undefined,
  waitForServiceMs: 120_000,
  pollTimeoutMs: 600_000,
  wait: true,
}

export const resendNothing: ResendOptions = {
  retryUnknown: false,
  allowDuplicates: false,
  sendChanged: false,
  again: false,
}
