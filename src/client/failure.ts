import { codeOf, messageOf } from '../support/errors.ts'

/** The code is for the log; the message is ours, for people, never a library's. */
export interface Failure {
  code: string
  message: string
  /** Set when a defect in the program, not the network, is the cause. */
  defect?: Error
}

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the name of the host was not found',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_HEADERS_TIMEOUT: 'the proxy did not answer',
  UND_ERR_SOCKET: 'the connection was closed',
  REPLAY: 'the connection was lost',
  LAPSED: 'this process stood still for too long to send it',
  PROXY_CLOSED: 'the proxy closed the connection',
  UND_ERR_DESTROYED: 'the run was stopped',
  UND_ERR_CLOSED: 'the run was stopped',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter or longer than it says',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
}

const certificateCodes = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** Says nothing about the request being sent: only the exchange recorder knows. */
export function describeFailure(error: unknown): Failure {
  // undici gives no code to a refused CONNECT, only this text.
  const proxyStatus = /^Proxy response \((\d{3})\)/.exec(messageOf(error))?.[1]
  if (proxyStatus !== undefined) {
    return { code: `PROXY_${proxyStatus}`, message: `the proxy refused the connection with HTTP ${proxyStatus}` }
  }
  if (isDefect(error)) return { code: error.name, message: `a mistake in the program (${error.name})`, defect: error }
  const code = codeOf(error) ?? (error instanceof Error ? error.name : 'Error')
  return { code, message: Object.hasOwn(messages, code) ? (messages[code] ?? code) : describeCode(code) }
}

/** Network failures have a code; JavaScript's own errors have none. undici's code for a wrong call is a defect too. */
function isDefect(error: unknown): error is Error {
  if (codeOf(error) === 'UND_ERR_INVALID_ARG') return error instanceof Error
  if (codeOf(error) !== undefined) return false
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)
}

export function describeTimeout(timeoutMs: number): Failure {
  return { code: 'TIMEOUT', message: `the request timed out after ${timeoutMs / 1000} s` }
}

export function describeOversize(maxBytes: number): Failure {
  return { code: 'TOO_LARGE', message: `the answer is larger than ${maxBytes / 1024 / 1024} MiB` }
}

function describeCode(code: string): string {
  if (certificateCodes.test(code)) return `the certificate of the host was not accepted (${code})`
  if (/^ERR_SSL|^EPROTO|^ERR_TLS|^UND_ERR_PRX_TLS/.test(code)) return `no encrypted connection could be made (${code})`
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return `the answer is not HTTP (${code})`
  return `the connection failed (${code})`
}
