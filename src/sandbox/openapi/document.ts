import { type EndpointName, endpoints } from '../../contract/envelope.ts'
import { errorAnswer } from '../answer.ts'
import { ownMessages } from '../own-messages.ts'
import { type ComponentName, generateComponents, referTo } from './components.ts'
import { type Examples, examples } from './examples.ts'

interface Operation {
  summary: string
  description: string
  request: ComponentName
  /** What has status 200: the success, then the errors. */
  answers: readonly ComponentName[]
}

const operations: Readonly<Record<EndpointName, Operation>> = {
  create: {
    summary: 'Creates an assessment.',
    description: 'Not idempotent. Fields are checked in sequence, and the first check that fails is the only error.',
    request: 'AssessmentInput',
    answers: ['CreateSuccess', 'FieldErrors', 'MessageError'],
  },
  retrieve: {
    summary: 'Retrieves the risk results of an assessment.',
    description: 'Until they are ready the message is `Pending`: wait briefly and retrieve the same assessment again.',
    request: 'RetrieveRequest',
    answers: ['RetrieveSuccess', 'MessageError'],
  },
  update: {
    summary: 'Records a decision and a note.',
    description:
      'Manager Approved needs managerId; Compliance Approved (alias Approved) complianceTeamMemberId; Rejected one of ' +
      'the two; Canceled cancelledByStaffId; Pending none.',
    request: 'Decision',
    answers: ['UpdateSuccess', 'FieldErrors', 'MessageError'],
  },
  invite: {
    summary: 'Invites a compliance team member as Approver.',
    description: 'Not idempotent. The member is pending until the account set-up of the e-mailed link is finished.',
    request: 'Invitation',
    answers: ['InviteSuccess', 'MessageError'],
  },
}

/** Failures with a status of their own are the sandbox's choice; interface.md shows none. */
const refusals = {
  '400': ownMessages.notJson,
  '413': ownMessages.tooLarge,
  '500': ownMessages.internal,
} as const

/** The interface as an OpenAPI 3.1 document, generated from the contract's schemas. */
export function describeInterface(baseUrl: string): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Risk Assessment Service (rwa-batch sandbox)',
      version: 'test',
      description:
        'A simulation of the service; its scores have no meaning. An application error can have HTTP status 200: read ' +
        'the `status` field of the answer.',
    },
    servers: [{ url: baseUrl, description: 'Test environment of this sandbox' }],
    security: [{ companyToken: [] }],
    paths: Object.fromEntries(
      Object.entries(endpoints).map(([name, path]) => [`/${path}`, { post: describeOperation(name as EndpointName) }]),
    ),
    components: {
      securitySchemes: {
        companyToken: { type: 'http', scheme: 'bearer', description: "The company's API token." },
      },
      schemas: generateComponents(),
    },
  }
}

function describeOperation(name: EndpointName): object {
  const { summary, description, request, answers } = operations[name]
  return {
    operationId: name,
    summary,
    description,
    requestBody: { required: true, content: toContent(referTo(request), examples[name].requests) },
    responses: {
      '200': {
        description: 'Success, or an error that `status` names.',
        content: toContent({ oneOf: answers.map(referTo) }, examples[name].answers),
      },
      ...Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, describeRefusal(text)])),
    },
  }
}

function describeRefusal(text: string): object {
  return {
    description: text,
    content: toContent(referTo('MessageError'), { refused: { summary: text, value: errorAnswer(text) } }),
  }
}

function toContent(schema: object, shown: Examples): object {
  return { 'application/json': { schema, examples: shown } }
}
