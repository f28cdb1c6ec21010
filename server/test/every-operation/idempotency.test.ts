import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_OPERATIONS, type Operation, type RequestedOperation } from '@svc/contract';
import type { ApiBrowser } from '#test-kit';
import { STRANGER_ADMIN_SECRET } from '../console/console-fixture.ts';
import { CONNECTION, OperationCaller, sessionPath } from './operation-caller.ts';
import { sampleValues } from './sample-value.ts';

type Posted = RequestedOperation & Partial<Operation> & { readonly needsSecondFactor?: true };

/** Signing out twice is signing out, and would end the sessions used here. */
const SIGN_OUTS = new Set(['signOut', 'signOutOperator']);
const POSTS: readonly Posted[] = ALL_OPERATIONS.filter(
  // Directories speak a protocol that knows no such keys.
  ({ method, id, credential }) => method === 'POST' && !SIGN_OUTS.has(id) && credential !== 'directory',
);
const takesKeys = ({ errors }: Posted): boolean => errors.includes('idempotency_key_reused');
/** Uploads have tests of their own, and so has what a second factor confirms. */
const KEYED = POSTS.filter(
  (operation) =>
    takesKeys(operation) &&
    (operation.transfer ?? 'json') === 'json' &&
    // A code is asked for before anything else.
    !operation.needsSecondFactor,
);
const UNKEYED = POSTS.filter((operation) => !takesKeys(operation));
const named = (operations: readonly Posted[]) =>
  operations.map((operation) => [`POST ${operation.path}`, operation] as const);

type Ids = Readonly<Record<string, string>>;
/** What a change has to be about, where a sample is not. Names are taken once: `n` tells the surfaces apart. */
const BODIES: Readonly<Record<string, (known: Ids, n: number) => object>> = {
  createWorkspace: (_known, n) => ({ name: `Workspace ${n}` }),
  createInvite: (_known, n) => ({ email: `new${n}@acme.example`, role: 'member' }),
  addWorkspaceMember: (known, n) => ({ user_id: known[`newcomer${n}`], role: 'workspace_user' }),
  createTunnel: (_known, n) => ({ name: `home${n}`, allowed_targets: ['http://10.0.0.6:8080/mcp'] }),
  testTunnel: () => ({ url: 'http://10.0.0.5:8080/mcp' }),
  issueTunnelCertificate: () => ({ name: 'made' }),
  createBatch: ({ batch_file_id: id }) => ({ input_file_id: id }),
  createApiKey: ({ workspace_id: id }) => ({ name: 'made', workspace_id: id }),
  rotateApiKey: () => ({ name: 'rotated' }),
  createGroup: () => ({ name: 'made', user_ids: [] }),
  createManagedOrganization: (_known, n) => ({ name: `Made ${n}`, plan: 'pro' }),
  createDirectoryToken: () => ({ name: 'made' }),
  createDomain: (_known, n) => ({ domain: `made${n}.example` }),
  createSsoConnection: () => CONNECTION,
  createOwnerLink: () => ({}),
  createAgent: () => ({ name: 'made', model: 'Svc Standard' }),
};
/** Refused in this fixture, which has no such object, or one in another state. */
const REFUSED = new Set([
  'POST /v1/organizations/domains/{domain}/verify',
  'POST /console/api/domains/{domain}/verify',
  'POST /v1/batches/{batch_id}/cancel',
  'POST /console/api/workspaces/{workspace_id}/batches/{batch_id}/cancel',
  'POST /console/api/workspaces/{workspace_id}/tunnels/{tunnel_id}/test',
  'POST /console/api/device_requests/{device_request_id}/approve',
  'POST /console/api/device_requests/{device_request_id}/deny',
  // Revoked by the operation before it.
  'POST /console/api/operator/organizations/{organization_id}/admin_keys/{key_id}/revoke',
  ...['/operator/v1', '/console/api/operator'].flatMap((root) =>
    [
      'signups/{signup_id}/approve',
      'signups/{signup_id}/refuse',
      'configuration/reload',
      'engines/{engine}/probe',
      'jobs/{job_id}/retry',
      'mails/{mail_id}/retry',
      'webhook_deliveries/{delivery_id}/retry',
    ].map((path) => `POST ${root}/${path}`),
  ),
]);

let caller: OperationCaller;
let others: Readonly<Record<'person' | 'operator', ApiBrowser>>;
let otherOperatorKey: string;
let made: Ids;
beforeAll(async () => {
  caller = await OperationCaller.start();
  const { browserOf, service, setUp } = caller.fixture;
  made = await addObjects();
  const key = { name: 'other', role: 'operator', allowed_ips: [] } as const;
  otherOperatorKey = (await service.operator.createOperatorKey(key)).secret;
  others = {
    person: await browserOf('owner'),
    operator: (await setUp('olaf@svc.test', 'operator')).browser,
  };
});
afterAll(() => caller?.stop());

/** What can be changed, beside what is known. */
async function addObjects(): Promise<Ids> {
  const { as, ids, secrets } = caller.fixture;
  const post = async (path: string, body?: object): Promise<string> => {
    const reply = await as('primary_owner', 'POST', path, body);
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body.id as string;
  };
  const workspace = `/workspaces/${ids['Default']}`;
  const hook = { url: 'https://hooks.acme.example/policy', mode: 'off' };
  await as('primary_owner', 'PUT', '/inference_hook', hook);
  const tunnel = await post(`${workspace}/tunnels`, {
    name: 'certified',
    allowed_targets: ['http://10.0.0.5:8080/mcp'],
    auth_mode: 'mtls',
  });
  const file = await batchFile(secrets.pia);
  const batch = await post(`${workspace}/batches`, { input_file_id: file });
  const statusOf = async (id: string) =>
    (await as('primary_owner', 'GET', `${workspace}/batches/${id}`)).body.status as string;
  while ((await statusOf(batch)) !== 'failed') await delay(20);
  return {
    batch_file_id: file,
    batch_id: batch,
    certified_tunnel_id: tunnel,
    certificate_id: await post(`${workspace}/tunnels/${tunnel}/certificates`, { name: 'first' }),
    delivery_id: await post(`${workspace}/webhooks/${caller.known['webhook_id']}/test`),
    organization_delivery_id: await post(`/webhooks/${caller.known['organization_webhook_id']}/test`),
    closed_workspace_id: ids['Closed']!,
    newcomer0: ids['billing']!,
    newcomer1: ids['workspace_admin']!,
  };
}

async function batchFile(key: string): Promise<string> {
  const files = `http://127.0.0.1:${caller.fixture.service.port}/v1/files`;
  const headers = { authorization: `Bearer ${key}` };
  const body = new FormData();
  body.append('purpose', 'batch');
  body.append('file', new File(['no JSON'], 'lines.jsonl'));
  const { id } = (await (await fetch(files, { method: 'POST', headers, body })).json()) as { id: string };
  const status = async () =>
    ((await (await fetch(`${files}/${id}`, { headers })).json()) as { status: string }).status;
  while ((await status()) === 'processing') await delay(20);
  return id;
}

/** Where the object is, if it is none of those that are known. */
function pathOf(operation: Posted): string {
  const { path } = operation;
  const of = (name: string, id: string): Ids => (path.includes(`{${name}}`) ? { [name]: made[id]! } : {});
  const isOrganizations = /\/(organizations|api)\/webhooks\//.test(path);
  return caller.pathOf(operation, {
    ...of('batch_id', 'batch_id'),
    ...of('certificate_id', 'certificate_id'),
    ...of('delivery_id', isOrganizations ? 'organization_delivery_id' : 'delivery_id'),
    ...(path.includes('/certificates') ? of('tunnel_id', 'certified_tunnel_id') : {}),
    ...(/\{workspace_id\}\/(un)?archive$/.test(path) ? of('workspace_id', 'closed_workspace_id') : {}),
  });
}

/** Another one of the same kind, with the same rights, to whom the first one's answer is not sent. */
async function otherCredential(operation: Posted): Promise<Record<string, string>> {
  const { credential, path } = operation;
  if (path.startsWith('/console/')) {
    const browser = path.startsWith('/console/api/operator/') ? others.operator : others.person;
    return browser.sessionHeaders(sessionPath(operation));
  }
  if (credential === 'operator') return { authorization: `Bearer ${otherOperatorKey}` };
  const secret = credential === 'admin' ? STRANGER_ADMIN_SECRET : caller.fixture.secrets.research;
  return { authorization: `Bearer ${secret}` };
}

function bodyOf({ id, path, request }: Posted): string | undefined {
  const n = path.startsWith('/console/') ? 1 : 0;
  const body =
    BODIES[id]?.({ ...caller.known, ...made }, n) ?? (request && sampleValues(request, caller.known)[0]);
  return body === undefined ? undefined : JSON.stringify(body);
}

interface Sent {
  readonly key: string;
  readonly body?: string | undefined;
  readonly credential?: Record<string, string>;
}

async function send(operation: Posted, { key, body, credential }: Sent) {
  const url = `http://127.0.0.1:${caller.fixture.service.port}${pathOf(operation)}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...(credential ?? (await caller.credentialOf(operation))),
      'idempotency-key': key,
      ...(operation.beta && { 'svc-beta': operation.beta }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const { status, headers } = response;
  const requestId = headers.get('x-request-id')!;
  return { status, requestId, isReplayed: headers.get('idempotent-replayed'), text: await response.text() };
}

const refusalOf = ({ status, text }: { readonly status: number; readonly text: string }): unknown[] => {
  const { error } = JSON.parse(text) as { error?: { code: string; param: string } };
  return [status, error?.code, error?.param];
};

/** Ids of the requests that changed something in the organization. */
const changes = new Map<string, string>();
/** Nothing is changed, or not by these requests: what they ask for is so already, or concerns no such object. Batches of keys are traffic. */
const SILENT = [
  'POST /v1/organizations/workspaces/{workspace_id}/archive',
  'POST /v1/organizations/webhooks/{webhook_id}/test',
  'POST /v1/organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  'POST /v1/organizations/inference_hook/test',
  'POST /v1/organizations/sso_connections/{sso_connection_id}/test',
  'POST /v1/batches',
  'POST /v1/webhooks/{webhook_id}/test',
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  'POST /console/api/webhooks/{webhook_id}/test',
  'POST /console/api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  'POST /console/api/inference_hook/test',
  'POST /console/api/sso_connections/{sso_connection_id}/test',
  'POST /console/api/workspaces/{workspace_id}/webhooks/{webhook_id}/test',
  'POST /console/api/workspaces/{workspace_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  'POST /console/api/workspaces/{workspace_id}/tunnels/{tunnel_id}/certificates/{certificate_id}/revoke',
  'POST /console/api/workspaces/{workspace_id}/agents/{agent_id}/archive',
  'POST /console/api/bulk/api_keys',
  'POST /console/api/workspaces/{workspace_id}/webhooks/{webhook_id}/redeliver_failed',
  'POST /console/api/webhooks/{webhook_id}/redeliver_failed',
  'POST /console/api/sso_connections/{sso_connection_id}/role_preview',
  'POST /console/api/directory_groups/{directory_group_id}/role_preview',
];

describe('idempotency keys', () => {
  it('D-IDEM-1 every POST under /v1 takes them, but calls of models, counts of tokens, telemetry and prompt tools', () => {
    const without = UNKEYED.filter(({ path }) => path.startsWith('/v1/')).map(({ id }) => id);
    expect(without.toSorted()).toEqual([
      'countChatCompletionTokens',
      'createChatCompletion',
      'createEmbeddings',
      'createMessage',
      'generatePrompt',
      'improvePrompt',
      'reportCodeTelemetry',
      'templatizePrompt',
    ]);
  });

  it.each(named(KEYED))(
    'IDEM-01 IDEM-02 IDEM-03 IDEM-06 D-IDEM-1 D-IDEM-2 D-GEN-1 of %s are bounded, and its answer is repeated unless it was refused',
    async (name, operation) => {
      const body = bodyOf(operation);
      for (const key of ['', 'x'.repeat(256)])
        expect(refusalOf(await send(operation, { key, body }))).toEqual([
          400,
          'invalid_parameter',
          'Idempotency-Key',
        ]);
      const key = 'x'.repeat(255);
      const first = await send(operation, { key, body });
      const second = await send(operation, { key, body });
      expect([name, first.status >= 400, first.isReplayed]).toEqual([name, REFUSED.has(name), null]);
      if (REFUSED.has(name)) return expect([second.status, second.isReplayed]).toEqual([first.status, null]);
      expect(operation.successStatuses ?? [200]).toContain(first.status);
      expect(second).toEqual({ ...first, isReplayed: 'true', requestId: second.requestId });
      if (operation.credential !== 'operator' && !operation.path.includes('/operator/'))
        changes.set(name, first.requestId);
      if (body !== undefined)
        expect(refusalOf(await send(operation, { key, body: `${body} ` }))).toEqual([
          409,
          'idempotency_key_reused',
          'Idempotency-Key',
        ]);
      const other = await send(operation, { key, body, credential: await otherCredential(operation) });
      expect(other.isReplayed).toBeNull();
      expect(refusalOf(other)).not.toContain('idempotency_key_reused');
    },
  );

  it('ADMIN-39 D-ADM-6 D-ADM-7 each of these changes left an event of its kind', async () => {
    const audited = new Set<string>();
    for (let after = '', hasMore = true; hasMore;) {
      const page = `/audit_events?limit=100${after && `&after_id=${after}`}`;
      const { body } = await caller.fixture.as('owner', 'GET', page);
      for (const { event, request_id: requestId } of body.data)
        if (event !== 'admin_api.request') audited.add(requestId as string);
      [after, hasMore] = [body.last_id, body.has_more];
    }
    const silent = [...changes].filter(([, requestId]) => !audited.has(requestId)).map(([name]) => name);
    expect(silent).toEqual(SILENT);
  });

  it.each(named(UNKEYED))('D-21 D-IDEM-1 of %s are ignored', async (_name, operation) => {
    for (const key of ['', 'x'.repeat(256)]) {
      const { status, isReplayed, text } = await send(operation, { key, body: '{}' });
      expect(status).toBeLessThan(500);
      expect([isReplayed, text]).toEqual([null, expect.not.stringContaining('Idempotency-Key')]);
    }
  });
});
