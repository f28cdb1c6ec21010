import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMINISTRATION_OPERATIONS, WORKSPACE_OPERATIONS, type Operation } from '@svc/contract';
import { OperationCaller } from './operation-caller.ts';
import { sampleValues } from './sample-value.ts';

/** Changes nothing, and its answer is what the organization's server says now. */
const READS = new Set(['testInferenceHook']);
/** Every POST of these but model calls and uploads, which have tests of their own (D-IDEM-1). */
const POSTS = ([...ADMINISTRATION_OPERATIONS, ...WORKSPACE_OPERATIONS] as readonly Operation[]).filter(
  ({ id, method, callsModel, transfer = 'json' }) =>
    method === 'POST' && !callsModel && transfer === 'json' && !READS.has(id),
);
/** What a change has to be about, where a sample is not. */
const BODIES: Readonly<Record<string, (known: Readonly<Record<string, string>>) => object>> = {
  createWorkspace: () => ({ name: 'Second' }),
  createInvite: () => ({ email: 'second@acme.example', role: 'member' }),
  addWorkspaceMember: ({ user_id: id }) => ({ user_id: id, role: 'workspace_user' }),
  createTunnel: () => ({ name: 'home', allowed_targets: ['http://10.0.0.6:8080/mcp'] }),
};
/** Refused in this fixture, which has no such object, or one in another state. */
const REFUSED = new Set([
  'addWorkspaceMember',
  'archiveWorkspace',
  'redeliverOrganizationWebhook',
  'rotateInferenceHookSecret',
  'createBatch',
  'cancelBatch',
  'redeliverWebhook',
  'issueTunnelCertificate',
  'revokeTunnelCertificate',
]);

let caller: OperationCaller;
beforeAll(async () => {
  caller = await OperationCaller.start();
});
afterAll(() => caller?.stop());

function bodyOf({ id, request }: Operation): unknown {
  return BODIES[id]?.(caller.known) ?? (request && sampleValues(request, caller.known)[0]);
}

async function send(operation: Operation, key: string, body: unknown) {
  const { beta, method } = operation;
  const url = `http://127.0.0.1:${caller.fixture.service.port}${caller.pathOf(operation)}`;
  const { status, headers, ...answer } = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${caller.bearerFor(operation)}`,
      'idempotency-key': key,
      ...(beta && { 'svc-beta': beta }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  return { status, isReplayed: headers.get('idempotent-replayed'), ...answer };
}

describe('idempotency keys', () => {
  it.each(POSTS.map((operation) => [operation.id, operation] as const))(
    'IDEM-02 IDEM-03 D-IDEM-1 D-IDEM-2 of %s are bounded, and its answer is repeated unless it was refused',
    async (id, operation) => {
      const body = bodyOf(operation);
      for (const wrong of ['', 'x'.repeat(256)]) {
        const { status, text } = await send(operation, wrong, body);
        expect([status, JSON.parse(text)]).toMatchObject([
          400,
          { error: { code: 'invalid_parameter', param: 'Idempotency-Key' } },
        ]);
      }
      const first = await send(operation, 'x'.repeat(255), body);
      const second = await send(operation, 'x'.repeat(255), body);
      expect([first.status >= 400, first.isReplayed]).toEqual([REFUSED.has(id), null]);
      if (REFUSED.has(id)) expect([second.status, second.isReplayed]).toEqual([first.status, null]);
      else expect(second).toEqual({ ...first, isReplayed: 'true' });
    },
  );
});
