import { fileNameHeader, sessionKeyHeader } from '../protocol.ts'
import type { Task, WindowQuery } from '../request-schemas.ts'
import type { AskedProfile } from '../server/page-server.ts'
import type { CheckState } from '../sheet/sheet-session.ts'
import type { PageState } from '../workspace.ts'
import { type Signal, signal } from './signals.ts'

export type SheetState = NonNullable<PageState['sheet']>
export type FieldState = SheetState['fields'][number]
export type ProblemGroupState = CheckState['groups'][number]
export type PlanState = NonNullable<PageState['plan']>
export type RunState = NonNullable<PageState['run']>
export type StateCount = RunState['counts'][number]
export type DestinationState = PageState['destination']
export type RecentRun = PageState['recent'][number]

export type LockReason = 'closed' | 'used-again' | 'refused'

export const state = signal<PageState | undefined>(undefined)
export const locked = signal<LockReason | undefined>(undefined)
/** What the program asks before it reads anything. */
export const asked = signal<AskedProfile | 'answered' | undefined>(undefined)
/** True while the program does not answer. */
export const isDisconnected = signal(false)
/** What was refused last without a message. */
export const failed = signal<'action' | 'download' | 'large' | undefined>(undefined)

/** Nothing else is changed meanwhile. */
export function hasActiveRun(): boolean {
  return state.value?.run?.end === null
}

/** A choice about one sheet or run; another sheet or run starts with the first value. */
export function scopedSignal<Value>(key: 'sheetId' | 'run', first: Value): Signal<Value> {
  const held = signal<{ of?: number | undefined; value: Value }>({ value: first })
  const current = (): number | undefined => (key === 'run' ? state.value?.run?.id : state.value?.sheetId)
  return {
    get value() {
      return held.value.of === current() ? held.value.value : first
    },
    set value(value) {
      held.value = { of: current(), value }
    },
  }
}

const asJson = (body: object): RequestInit => {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
const keyStorageName = 'rwa-key'
const retryMs = 2_000

/** Exchanges the code in the address, if present, for the key; then follows the state. */
export async function openSession(): Promise<void> {
  const code = /^#k=([\w-]+)$/.exec(location.hash)?.[1]
  if (code !== undefined) {
    history.replaceState(null, '', '/')
    const answer = await fetch('/api/session', asJson({ code }))
    const { key, reason }: { key?: string; reason?: string } = await answer.json()
    if (key !== undefined) sessionStorage.setItem(keyStorageName, key)
    else if (reason === 'used-again') return lock('used-again')
  }
  if (sessionStorage.getItem(keyStorageName) === null) return lock('closed')
  void followState()
}

function lock(why: LockReason): void {
  sessionStorage.removeItem(keyStorageName)
  locked.value = why
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, [sessionKeyHeader]: sessionStorage.getItem(keyStorageName) ?? '' }
  const answer = await fetch(`/api/${path}`, { ...init, headers })
  if (answer.status === 401) lock('closed')
  return answer
}

/** Asks for the next state, again and again; the program answers once there is one. */
async function followState(): Promise<void> {
  let seen: number | 'asked' | undefined
  while (locked.value === undefined) {
    const answer: PageState | { asks: AskedProfile } | undefined = await fetchJson(
      seen === undefined ? 'state' : `state?after=${seen}`,
    )
    isDisconnected.value = answer === undefined && locked.value === undefined
    if (answer === undefined) await new Promise((resolve) => setTimeout(resolve, retryMs))
    else if ('asks' in answer) {
      // What it asked is answered: it takes a moment to start.
      if (seen === 'asked') await new Promise((resolve) => setTimeout(resolve, retryMs))
      else asked.value = answer.asks
      seen = 'asked'
    } else {
      asked.value = undefined
      seen = showState(answer).serial
    }
  }
}

/** The program goes on at the same address, or ends. */
export async function answerProfile(isAgreed: boolean): Promise<void> {
  const { ok } = await request('profile', asJson({ isAgreed }))
  if (ok && isAgreed) asked.value = 'answered'
  else if (ok) lock('refused')
}

/** Answers and events may overtake each other. */
function showState(next: PageState): PageState {
  const isNewer = state.value === undefined || next.serial >= state.value.serial
  if (isNewer) state.value = next
  return state.value ?? next
}

export async function postAction(path: string, body: object = {}): Promise<PageState | undefined> {
  return applyState(request(path, asJson(body)))
}

export async function postThen(path: string, body: object, goOn: (next: PageState) => void): Promise<void> {
  const next = await postAction(path, body)
  if (next?.error === null) goOn(next)
}

let lastTyped: Readonly<Record<string, string>> = {}
let keeping: Promise<void> = Promise.resolve()

/** Keeps what is typed on disk. One request at a time, so that the last text wins; earlier ones that wait are left out. */
export function keepTyped(texts: Readonly<Record<string, string>>): void {
  lastTyped = texts
  keeping = keeping.then(async () => {
    if (lastTyped === texts) await request('typed', asJson({ texts })).catch(() => {})
  })
}

/** Several at once are opened with the last. */
export async function upload(files: readonly File[], task: Task): Promise<PageState | undefined> {
  const drop = crypto.randomUUID()
  let next: PageState | undefined
  for (const file of files) {
    const headers = { 'Content-Type': 'application/octet-stream', [fileNameHeader]: encodeURIComponent(file.name) }
    const path = `upload?for=${task}&drop=${drop}&of=${files.length}`
    next = await applyState(request(path, { method: 'POST', headers, body: file }))
    if (next === undefined) return undefined
  }
  return next
}

async function applyState(response: Promise<Response>): Promise<PageState | undefined> {
  try {
    const answer = await response
    failed.value = answer.ok ? undefined : 'action'
    if (!answer.ok) return undefined
    return showState(await answer.json())
  } catch {
    isDisconnected.value = true
    return undefined
  }
}

/** Undefined on any failure. */
export function fetchJson<Answer>(path: string, body?: object): Promise<Answer | undefined> {
  return read(request(path, body && asJson(body)), (answer) => answer.json())
}

async function read<Content>(asked: Promise<Response>, as: (answer: Response) => Promise<Content>) {
  const answer = await asked.catch(() => undefined)
  return answer?.ok ? as(answer).catch(() => undefined) : undefined
}

export type GridQuery = Partial<Omit<WindowQuery, 'from' | 'count'>>

/** Undefined on any failure, which the page says. */
export async function fetchFile(path: string): Promise<Blob | undefined> {
  const content = await read(request(path), (answer) => answer.blob())
  failed.value = content === undefined ? 'download' : undefined
  return content
}

/** An address cannot hold the key, so the workbook is fetched here and passed to the browser. */
export async function download(name: string, path = 'output'): Promise<void> {
  const content = await fetchFile(path)
  if (content === undefined) return
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
