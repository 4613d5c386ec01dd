import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorAnswer } from './answer.ts'
import { ownMessages } from './own-messages.ts'

const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

/**
 * Refuses requests to another host name (DNS rebinding). Otherwise a web page could call the sandbox from a person's
 * browser, and the sandbox's tokens are public.
 */
export function requireOwnHost(listener: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    if (ownHost.test(request.headers.host ?? '')) return listener(request, response)
    response.writeHead(403, { 'Content-Type': 'application/json', Connection: 'close' })
    response.end(JSON.stringify(errorAnswer(ownMessages.foreignHost)))
  }
}
