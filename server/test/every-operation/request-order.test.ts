import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_OPERATIONS,
  LIMITS,
  typeForStatus,
  type Operation,
  type RequestedOperation,
} from '@svc/contract';
import { OperationCaller } from './operation-caller.ts';
import { type Draft, REQUEST_FAULTS, type RequestFault, refusalOf, takesJson } from './request-faults.ts';

type Requested = RequestedOperation & Partial<Operation>;

/** Errors of directories have another form, and tests of their own. */
const OPERATIONS: readonly Requested[] = ALL_OPERATIONS.filter(
  ({ credential }) => credential !== 'directory',
);

const agent = new Agent({ keepAlive: true });
let caller: OperationCaller;
beforeAll(async () => {
  // While nobody may sign up, its paths are unknown.
  const signup = { mode: 'open', plan: 'pro' };
  caller = await OperationCaller.start({ signup }, { SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(async () => {
  agent.destroy();
  await caller?.stop();
});

/** A request that nothing is wrong with but its body, which has no field. */
async function draftOf(operation: Requested): Promise<Draft> {
  const { beta } = operation;
  const headers = {
    'content-type': 'application/json',
    ...(beta && { 'svc-beta': beta }),
    ...(await caller.credentialOf(operation)),
  };
  return { headers, body: takesJson(operation) ? '{}' : undefined };
}

/** What is answered when these are wrong. A declared size is wrong by itself only: its body never comes. */
async function responseOf(operation: Requested, faults: readonly RequestFault[]): Promise<string> {
  const draft = await draftOf(operation);
  for (const fault of faults.toReversed()) fault.make(draft, operation);
  const url = `http://127.0.0.1:${caller.fixture.service.port}${caller.pathOf(operation)}`;
  const { method } = operation;
  const sent = request(url, { method, headers: draft.headers, agent });
  if ('content-length' in draft.headers) sent.flushHeaders();
  else sent.end(draft.body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = (await json(response)) as Refused;
  if (!sent.writableEnded) sent.destroy();
  const { error } = body;
  if (!operation.isVendorApi) expectEnvelope(operation, response, body);
  return [response.statusCode, error?.['code'] ?? error?.['type'] ?? [], error?.['param'] ?? []]
    .flat()
    .join(' ');
}

const PARAMETER = /\{\w+\}/g;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function allowOf({ headers }: IncomingMessage): string | undefined {
  return headers.allow?.split(', ').toSorted().join(', ');
}

async function ask(
  path: string,
  method: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const url = `http://127.0.0.1:${caller.fixture.service.port}${path}`;
  const [response] = (await once(request(url, { method, agent, headers }).end(), 'response')) as [
    IncomingMessage,
  ];
  await text(response);
  return response;
}

interface Refused {
  readonly error?: Readonly<Record<string, string | number | null>>;
  readonly request_id?: string;
}

/** ERR-01, ERR-02, ERR-07, ERR-09 and D-20, and that the operation says that it may refuse so. */
function expectEnvelope(operation: Requested, { statusCode, headers }: IncomingMessage, body: Refused): void {
  const requestId = headers['x-request-id'];
  const common = { message: expect.any(String), request_id: requestId };
  const { code, param } = body.error ?? {};
  expect({ id: operation.id, ...body }).toEqual({
    id: operation.id,
    error: {
      ...common,
      code,
      param,
      type: typeForStatus(statusCode!),
      ...(statusCode === 413 && { max_bytes: LIMITS[operation.bodyLimit!] }),
    },
    ...(operation.errorStyle === 'messages' && { request_id: requestId }),
  });
  expect(requestId).toMatch(/^req_[0-9a-z]+$/);
  expect([headers['x-svc-request-id'], headers['cache-control']]).toEqual([requestId, 'no-store']);
  expect(operation.errors).toContain(code);
}

describe('the order of checks', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'ADMIN-14 D-01 D-20 D-ERR-3 ERR-01 ERR-02 ERR-07 ERR-09 PBETA-02 PBETA-03 PBETA-04 PBETA-07 PBETA-08 VER-02 VER-05 VER-06 of everything wrong %s tells the first',
    async (_id, operation) => {
      const faults = REQUEST_FAULTS.filter((fault) => fault.applies(operation));
      const received: string[] = [];
      for (const [place, fault] of faults.entries()) {
        const present = faults.slice(place).filter((one) => one === fault || !one.name.includes('declared'));
        received.push(await responseOf(operation, present));
      }
      expect(received).toEqual(faults.map((fault) => refusalOf(operation, fault)));
    },
  );

  it('D-02 D-03 of every path the methods it lacks are refused before the credential, and HEAD is answered as GET', async () => {
    const paths = new Set(OPERATIONS.map(({ path }) => path.replaceAll(PARAMETER, 'none')));
    const patterns = OPERATIONS.map(
      ({ path, method }) =>
        [new RegExp(`^${path.replaceAll(PARAMETER, '[^/]+')}$`), method as string] as const,
    );
    const received: unknown[] = [];
    const expected: unknown[] = [];
    for (const path of paths) {
      // A word in the place of an id is one, too, for the methods that take an id there.
      const known = [
        ...new Set(patterns.filter(([pattern]) => pattern.test(path)).map(([, method]) => method)),
      ];
      const allowed = [...known, ...(known.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ');
      for (const method of METHODS.filter((one) => !known.includes(one))) {
        const response = await ask(path, method);
        received.push([method, path, response.statusCode, allowOf(response)]);
        if (method === 'HEAD' && known.includes('GET')) {
          const asGet = await ask(path, 'GET');
          expected.push([method, path, asGet.statusCode, allowOf(asGet)]);
        } else expected.push([method, path, 405, allowed]);
      }
    }
    expect(received).toEqual(expected);
  });

  it('D-04 COMPG-17 OAS-04 D-CONS-6 pages of any site may read answers to keys and the description, and no others', async () => {
    const origin = 'https://page.example';
    for (const { path, method } of OPERATIONS) {
      const { headers } = await ask(path.replaceAll(PARAMETER, 'none'), method, { origin });
      const isReadable = /^\/(v1|compat|\.well-known)\/|^\/api\/openapi/.test(path);
      expect([path, headers['access-control-allow-origin']]).toEqual([path, isReadable ? '*' : undefined]);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      if (path.startsWith('/v1/'))
        expect(headers['access-control-expose-headers']?.split(', ').toSorted()).toEqual(EXPOSED);
    }
  });

  it('D-03 D-04 D-15 a preflight of every path needs no credential, and grants nothing of pages and operators', async () => {
    const asked = { origin: 'https://page.example', 'access-control-request-method': 'POST' };
    for (const path of new Set(OPERATIONS.map((operation) => operation.path.replaceAll(PARAMETER, 'none')))) {
      const { statusCode, headers } = await ask(path, 'OPTIONS', asked);
      const granted = Object.entries(headers).filter(([name]) => name.startsWith('access-control-'));
      const isOwn = /^\/(console|operator)\//.test(path);
      expect([path, statusCode, Object.fromEntries(granted)]).toEqual([path, 204, isOwn ? {} : GRANTED]);
      expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
  });
});

const EXPOSED = [
  'retry-after',
  'svc-version',
  'x-capacity-busy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset-seconds',
  'x-request-id',
  'x-svc-billing-source',
  'x-svc-model-downgraded',
  'x-svc-request-id',
];
const GRANTED = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, svc-version, svc-beta, x-client-request-id',
  'access-control-max-age': '600',
};
