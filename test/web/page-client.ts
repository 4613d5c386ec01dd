import { request } from 'node:http'
import type { PageState, RowWindow } from '../rooms/web.ts'
import type { Begun, Running, Variables, Workspace } from '../support/program.ts'

export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** A page that a program serves, spoken with as the page does. */
export interface PageClient<Program = Running> {
  running: Program
  url: string
  origin: string
  key: string
  get<Answer>(path: string): Promise<Answer>
  /** Of the sheet, or of another grid. */
  rows(query: object, of?: string): Promise<RowWindow>
  state(): Promise<PageState>
  post(path: string, wish?: object): Promise<PageState>
  upload(name: string, content: string | Uint8Array, task?: string): Promise<PageState>
  /** Waits until something is so. */
  until(isSo: (state: PageState) => boolean): Promise<PageState>
}

/** Anything that can be sent over the wire, such as a host that `fetch` does not let one write. */
export function sendRaw(
  origin: string,
  {
    method = 'GET',
    target = '/',
    headers = {},
    body = '',
  }: Partial<Record<'method' | 'target' | 'body', string>> & {
    headers?: Record<string, string>
  },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: target, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export async function startWeb(
  workspace: Workspace,
  args: readonly string[] = [],
  variables: Variables = {},
): Promise<{ running: Running; url: string; origin: string }> {
  const running = workspace.start(['web', ...args, '--json', '--port', '0'], variables)
  let url = ''
  running.child.stdout?.on('data', (text: string) => {
    url ||= /"url":"([^"]+)"/.exec(text)?.[1] ?? ''
  })
  await running.until(() => url !== '')
  return { running, url, origin: new URL(url).origin }
}

export async function enterPage(
  workspace: Workspace,
  args: readonly string[] = [],
  variables: Variables = {},
): Promise<PageClient> {
  const { running, url } = await startWeb(workspace, args, variables)
  return enterAt(url, running)
}

/** One that is served in the process of the tests. */
export async function enterPageInProcess(
  workspace: Workspace,
  args: readonly string[] = [],
): Promise<PageClient<Begun>> {
  const running = workspace.begin(['web', ...args, '--json', '--port', '0'])
  const find = (): string => /"url":"([^"]+)"/.exec(running.printed())?.[1] ?? ''
  await running.until(() => find() !== '')
  return enterAt(find(), running)
}

async function enterAt<Program>(url: string, running: Program): Promise<PageClient<Program>> {
  const { origin } = new URL(url)
  const json = { 'content-type': 'application/json', origin }
  const code = new URL(url).hash.slice('#k='.length)
  const session = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ code }),
  })
  const { key } = (await session.json()) as { key: string }
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(origin + path, { ...init, headers: { ...init.headers, 'x-rwa-key': key } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const state = (): Promise<PageState> => ask('/api/state')
  return {
    running,
    url,
    origin,
    key,
    get: ask,
    rows: (query, of = 'rows') => ask(`/api/${of}`, { method: 'POST', headers: json, body: JSON.stringify(query) }),
    state,
    post: (path, wish = {}) => ask(path, { method: 'POST', headers: json, body: JSON.stringify(wish) }),
    upload: (name, content, task = 'assess') =>
      ask(`/api/upload?for=${task}`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/octet-stream', 'x-rwa-name': encodeURIComponent(name) },
        body: content,
      }),
    async until(isSo) {
      for (;;) {
        const now = await state()
        if (isSo(now)) return now
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
