import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { pageStyle } from './page.css.ts'
import { wholePage } from './page.html.ts'

/** Markup whose values were escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface Page {
  title: string
  content: Markup
  status: 200 | 404 | 410 | 413 | 422
  /** The page reloads itself after this time. */
  refreshSeconds?: number
}

/** One self-contained file without scripts or outside content; a header forbids both. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** Marks every page as the sandbox's. */
export function answerPage(c: Context, { title, content, status, refreshSeconds }: Page): Response | Promise<Response> {
  const refresh = refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}">`
  return c.html(wholePage({ title, refresh, style: raw(`<style>${pageStyle}</style>`), content }), status, pageHeaders)
}
