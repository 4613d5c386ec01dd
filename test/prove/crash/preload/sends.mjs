// Points before and after each send, and at each half of the answer.
import { subscribe } from 'node:diagnostics_channel'
import { point } from './points.mjs'

/** @param {unknown} message */
function endpointOf(message) {
  const { request } = /** @type {{ request: { path: string } }} */ (message)
  return request.path.split('/').at(-1)
}

subscribe('undici:client:sendHeaders', (message) => point(`before send ${endpointOf(message)}`))
subscribe('undici:request:bodySent', (message) => point(`after send ${endpointOf(message)}`))
subscribe('undici:request:headers', (message) => point(`half an answer ${endpointOf(message)}`))
subscribe('undici:request:trailers', (message) => point(`an answer ${endpointOf(message)}`))
