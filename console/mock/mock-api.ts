import {
  CONSOLE_OPERATIONS,
  ERRORS,
  exampleResponseOf,
  MIRRORED_OPERATIONS,
  OPERATOR_CONSOLE_OPERATIONS,
  OPERATOR_PAGE_OPERATIONS,
  OPERATOR_SIGN_IN_OPERATIONS,
  SIGN_IN_OPERATIONS,
  TYPE_BY_STATUS,
  type ErrorName,
} from '@svc/contract';
import { exampleOfSchema } from './example-of-schema.ts';

export interface MockResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Every operation that pages ask for. */
export const MOCK_OPERATIONS = [
  ...MIRRORED_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...OPERATOR_CONSOLE_OPERATIONS,
  ...OPERATOR_PAGE_OPERATIONS,
  ...OPERATOR_SIGN_IN_OPERATIONS,
];
type MockOperation = (typeof MOCK_OPERATIONS)[number];

const SIGN_INS = new Set(['signIn', 'signInWithPasskey', 'setUpOwner', 'acceptInviteLink']);
const OPERATOR_SIGN_INS = new Set(['signInOperator', 'setUpOperator', 'confirmOperatorSignIn']);

/** People of the mock sign in by password: the provider of an example cannot be reached. */
const RESPONSES: Readonly<Record<string, unknown>> = { beginSignIn: { next: 'password', url: null } };

export function responseOf({ id, response }: MockOperation): unknown {
  return RESPONSES[id] ?? exampleResponseOf(id) ?? (response ? exampleOfSchema(response) : {});
}

/** Answers what pages ask as a service would that has one of everything. It keeps nothing but who is signed in, which everybody is at first. */
export class MockApi {
  #person = true;
  #operator = true;
  readonly #routes = MOCK_OPERATIONS.map((operation) => ({
    operation,
    path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  /** Undefined: no operation of the Console. */
  respond(method: string, path: string): MockResponse | undefined {
    if (method === 'GET' && path === '/v1/models')
      return { status: 200, body: exampleResponseOf('listModels') };
    // Whose clients there are endpoints for.
    if (method === 'HEAD' && path.startsWith('/compat/')) return { status: 200, body: undefined };
    if (path.startsWith('/v1/'))
      return refusal('service_unavailable', 'The mock has no model that could answer.');
    const route = this.#routes.find((one) => one.operation.method === method && one.path.test(path));
    if (!route) return undefined;
    const { id } = route.operation;
    this.#noteSignIn(id);
    const isOut = { readMe: !this.#person, readSignIn: !this.#person, readOperatorSession: !this.#operator };
    if (isOut[id as keyof typeof isOut]) return refusal('session_required', 'Sign in first.');
    return {
      status: method === 'POST' && id.startsWith('create') ? 201 : 200,
      body: responseOf(route.operation),
    };
  }

  #noteSignIn(id: string): void {
    if (id === 'signOut') this.#person = false;
    if (SIGN_INS.has(id)) this.#person = true;
    if (id === 'signOutOperator') this.#operator = false;
    if (OPERATOR_SIGN_INS.has(id)) this.#operator = true;
  }
}

function refusal(code: ErrorName, message: string): MockResponse {
  const { status } = ERRORS[code];
  const error = { type: TYPE_BY_STATUS[status], code, message, param: null, request_id: 'req_mock' };
  return { status, body: { error } };
}
