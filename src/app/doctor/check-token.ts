import { identifyAddress } from '../../client/base-url.ts'
import type { RetrieveProof } from '../../client/evidence.ts'
import { createServiceClient } from '../../client/service.ts'
import { createTransport } from '../../client/transport.ts'
import { messages } from '../../contract/messages.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import { find } from '../../messages/catalogue.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { requireKnownAddress } from '../ledger/same-ledger.ts'
import { type CompanySources, readCompanies } from '../team/companies.ts'
import type { Company } from '../team/serve-companies.ts'
import { probeTimeoutMs } from './check-service.ts'
import { type CheckResult, failedCheck, ok, skipped } from './diagnosis.ts'

/** Of no assessment. A retrieve only reads: the service says “Not Found”, or that it does not know the token. */
const noAssessment = 'rwa-batch-doctor'

/** Read as a run reads them. Standard input is left to the run: no companies. @throws BatchError `configuration` */
export async function readTokens(sources: CompanySources): Promise<{ companies: Company[]; origin: string }> {
  const { tokenFile, tokenCommand, profile } = sources
  const isNamed = Object.keys(profile?.profile.companies ?? {}).length > 0
  if (!isNamed && tokenCommand === undefined && tokenFile === '-') {
    return { companies: [], origin: 'read from standard input by a run' }
  }
  const companies = await readCompanies(sources)
  if (isNamed) return { companies, origin: `of ${companies.map(({ label }) => label).join(', ')}, from their files` }
  if (tokenCommand !== undefined) return { companies, origin: 'from the command' }
  return { companies, origin: tokenFile === undefined ? 'from RWA_API_TOKEN' : `from the file ${tokenFile}` }
}

/**
 * Asks the service with each token, once. A token that other hosts have accepted is not sent.
 * @throws BatchError for a register that cannot be read
 */
export async function verifyTokens(
  companies: readonly Company[],
  origin: string,
  { baseUrl, surroundings, clock }: { baseUrl: string; surroundings: HostEnvironment; clock: Clock },
): Promise<CheckResult> {
  const known = openRegister(surroundings)
  let unclear: CheckResult | undefined
  for (const { label, token } of companies) {
    const binding = {
      ledger: { id: undefined, name: '' },
      target: { address: identifyAddress(baseUrl), company: label },
    }
    try {
      await requireKnownAddress(known, binding, token, { newLedger: true, trustAddress: false }, undefined)
    } catch (error) {
      if (!(error instanceof BatchError) || error.said?.code !== 'token-elsewhere') throw error
      return { state: 'warning', error }
    }
    const client = createServiceClient({
      transport: createTransport({
        baseUrl,
        token,
        requestTimeoutMs: probeTimeoutMs,
        connections: 1,
        env: surroundings.env,
        clock,
      }),
      token,
      policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
    })
    const { proof } = await client.retrieveAssessment(noAssessment).finally(() => client.close())
    const judged = judgeToken(proof, label, origin)
    if (judged.state === 'failed') return judged
    if (judged.state === 'skipped') unclear = judged
  }
  return unclear ?? ok(`${origin}; the service knows ${companies.length === 1 ? 'it' : 'them'}`)
}

/** Pure. Any other answer says nothing of the token. */
export function judgeToken(proof: RetrieveProof, company: string, origin: string): CheckResult {
  if (proof.kind === 'stop' && proof.cause === 'authorisation') {
    return failedCheck('configuration', find('token-refused', { company, answer: proof.message }))
  }
  const isAnswered = proof.kind === 'ready' || proof.kind === 'pending' || proof.kind === 'mixed-up'
  if (isAnswered || (proof.kind === 'not-found' && proof.message === messages.notFound)) return ok(origin)
  return skipped(`${origin}; the service did not say whether it knows it`)
}
