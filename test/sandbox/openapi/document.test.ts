import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../src/contract/envelope.ts'
import { describeInterface } from '../../../src/sandbox/openapi/document.ts'
import type { Sandbox } from '../../../src/sandbox/server.ts'
import { acmeToken, callAs, hire, singleError, startForTest, trip } from '../fixture.ts'

interface Content {
  'application/json': { schema: z.core.JSONSchema.BaseSchema; examples: Record<string, { value: unknown }> }
}
interface Operation {
  requestBody: { content: Content }
  responses: Record<string, { content: Content }>
}
interface Document {
  servers: [{ url: string }]
  paths: Record<string, { post: Operation }>
}

async function readDocument(sandbox: Sandbox): Promise<Record<string, unknown>> {
  const response = await fetch(`${sandbox.baseUrl}/openapi.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  return (await response.json()) as Record<string, unknown>
}

/** As a program that reads the document sees it: references followed, schemas made checks. */
async function resolve(document: Record<string, unknown>): Promise<Document> {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  return validator.resolveRefs() as unknown as Document
}

function checkerOf(content: Content): z.ZodType {
  return z.fromJSONSchema(content['application/json'].schema as Parameters<typeof z.fromJSONSchema>[0])
}

const document = await resolve({ ...describeInterface('http://127.0.0.1:4010/version-test/api/1.1/wf') })
const operations = Object.entries(document.paths).map(([path, { post }]) => [path.slice(1), post] as const)

describe('the OpenAPI document', () => {
  it('is served without a token, is valid, and names this sandbox', async () => {
    const sandbox = await startForTest()
    const served = await resolve(await readDocument(sandbox))
    expect(served.servers[0].url).toBe(sandbox.baseUrl)
    expect(Object.keys(served.paths)).toEqual(Object.values(endpoints).map((path) => `/${path}`))
  })

  it('is found invalid when it is (the check checks)', async () => {
    const broken = { ...describeInterface('http://x'), paths: { '/x': { post: { responses: 'none' } } } }
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  })

  it('asks for the company token as a bearer token', () => {
    expect(describeInterface('http://x')).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      security: [{ companyToken: [] }],
      components: { securitySchemes: { companyToken: { type: 'http', scheme: 'bearer' } } },
    })
  })

  it.each(operations)('has examples for %s that its own schemas accept', (_path, { requestBody, responses }) => {
    for (const { content } of [requestBody, ...Object.values(responses)]) {
      const checker = checkerOf(content)
      const examples = Object.values(content['application/json'].examples)
      expect(examples.length).toBeGreaterThan(0)
      for (const { value } of examples) expect(checker.safeParse(value)).toMatchObject({ success: true })
    }
  })

  it('describes what the sandbox takes and answers', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const answers: Record<string, unknown[]> = {}
    let assessmentId = ''
    for (const [path, { requestBody }] of operations) {
      for (const { value } of Object.values(requestBody.content['application/json'].examples)) {
        const known = assessmentId === '' ? {} : { assessmentId }
        const answer = await call(path, { ...(value as object), ...known })
        expect(answer).toMatchObject({ status: 'success' })
        const created = answer as { response?: { assessment_id?: string } }
        assessmentId = created.response?.assessment_id ?? assessmentId
        answers[path] = [
          ...(answers[path] ?? []),
          answer,
          await call(path, {}),
          await callAs(sandbox, 'wrong')(path, {}),
        ]
      }
    }
    for (const [path, { responses }] of operations) {
      const ok = responses['200']
      if (ok === undefined) throw new Error(`no 200 for ${path}`)
      for (const answer of answers[path] ?? []) {
        expect(checkerOf(ok.content).safeParse(answer)).toMatchObject({ success: true })
      }
      expect(checkerOf(ok.content).safeParse({ status: 'fine' }).success).toBe(false)
    }
  })

  it('has the two purposes apart', () => {
    const create = document.paths['/rwa_create']
    if (create === undefined) throw new Error('no rwa_create')
    const checker = checkerOf(create.post.requestBody.content)
    for (const good of [trip, hire]) expect(checker.safeParse(good).success).toBe(true)
    for (const bad of [
      { ...trip, purpose: hire.purpose },
      { ...hire, numberHires: 1.5 },
      { ...trip, startDate: 'soon' },
    ]) {
      expect(checker.safeParse(bad).success).toBe(false)
    }
  })

  it('is read, not posted to', async () => {
    const sandbox = await startForTest()
    const response = await fetch(`${sandbox.baseUrl}/openapi.json`, { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([404, singleError('No such endpoint')])
  })
})
