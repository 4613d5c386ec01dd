import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { pageStyle } from './page.css.ts'

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
export function answerPage(c: Context, page: Page): Response | Promise<Response> {
  const refresh =
    page.refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${page.refreshSeconds}">`
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${refresh}
<style>${raw(pageStyle)}</style>
</head>
<body>
<p class="notice"><strong>Simulated.</strong> This page comes from the rwa-batch sandbox, not from the real service.</p>
<main>
${page.content}
</main>
</body>
</html>
`,
    page.status,
    pageHeaders,
  )
}
