/** From here on more than one request may be in flight. */
import { Gate, type GateParts, type Limiter, type Seen } from '../../rooms/pipeline/engine.ts'
import { silentLogger } from '../../rooms/support.ts'
export const proven: Seen = { kind: 'read', proof: { kind: 'pending' } }

type Choices = Pick<GateParts['ports'], 'clock' | 'ask' | 'onEvent'> & {
  send: Partial<GateParts['send']> & Pick<GateParts['send'], 'concurrency'>
}

/** The real gate with the usual limits. */
export function createGate(limiter: Limiter, { send, ...ports }: Choices): Gate {
  return new Gate({
    limiter,
    send: { maxUnknown: 10, maxErrors: undefined, waitForServiceMs: 120_000, ...send },
    address: 'https://service.example',
    ports: { logger: silentLogger, ...ports },
  })
}
