import { dirname } from 'node:path/posix';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMINISTRATION_OPERATIONS,
  ALL_OPERATIONS,
  RESOURCES,
  WORKSPACE_OPERATIONS,
  type Operation,
  type RequestedOperation,
  type Resource,
} from '@svc/contract';
import { ADMIN_SECRET, STRANGER_ADMIN_SECRET, STRANGER_SECRET } from '../console/console-fixture.ts';
import { CONNECTION, OperationCaller } from './operation-caller.ts';
import { sampleValues } from './sample-value.ts';

type Addressed = RequestedOperation & Partial<Operation> & { readonly needsSecondFactor?: true };
type Ids = Readonly<Record<string, string>>;

/** What is answered where nothing has the id (D-ERR-4), by the parameter that holds it. Of a resource it is the first error of its row. */
const CODES: Ids = {
  ...Object.fromEntries(RESOURCES.flatMap(missingCodes)),
  delivery_id: 'delivery_not_found',
  model_id: 'model_not_found',
  engine: 'engine_not_found',
  session_id: 'session_not_found',
  code_session_id: 'session_not_found',
  device_request_id: 'device_request_not_found',
  passkey_id: 'passkey_not_found',
  group_id: 'group_not_found',
};
/** Labels are made by the request that names them first, and so are organizations by their external ids. */
const MADE = new Set(['label', 'PUT external_id']);
/** Texts whose form the description does not tell. */
const FORMS = {
  allowed_targets: 'http://10.0.0.5:8080/mcp',
  url: 'https://hooks.acme.example/a',
  allowed_ips: '10.0.0.0/8',
  allowed_origins: 'https://acme.example',
  data_region: 'us',
  issuer: CONNECTION.oidc.issuer,
  sso_url: CONNECTION.oidc.issuer,
  scopes: 'openid',
  plan: 'pro',
};
const ROUTE = { in_service: true, reason: null };
const ULID = '01m8kvx84vnw2feyr3xesb4h8m';

function missingCodes({ errors = {}, pathParameters = {} }: Resource): [string, string][] {
  const [code] = Object.keys(errors);
  return code === undefined ? [] : Object.keys(pathParameters).map((name) => [name, code]);
}

function codeOf({ path }: Addressed, name: string): string | undefined {
  if (path.includes('/routes/')) return 'route_not_found';
  return path.startsWith('/console/api/operator/keys/') ? 'operator_key_not_found' : CODES[name];
}

const CELLS = ALL_OPERATIONS.flatMap((operation: Addressed) =>
  [...operation.path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => ({
      operation,
      name: name!,
      where: `${operation.method} ${operation.path} by ${name}`,
    }))
    .filter(({ name }) => !MADE.has(name) && !MADE.has(`${operation.method} ${name}`))
    // Errors of directories have another form, and tests of their own.
    .filter(() => operation.credential !== 'directory')
    // Who asks proves themselves first.
    .filter(() => !operation.needsSecondFactor && !operation.path.startsWith('/console/api/auth/')),
);

let caller: OperationCaller;
/** Ids of Globex, and of another workspace of Acme. */
let vendor: Readonly<Record<'organization' | 'workspace', Ids>>;
beforeAll(async () => {
  caller = await OperationCaller.start();
  const { secrets } = caller.fixture;
  vendor = {
    organization: {
      ...(await organizationIds(STRANGER_ADMIN_SECRET)),
      ...(await resourceIds(STRANGER_SECRET)),
    },
    workspace: await resourceIds(secrets.research),
  };
});
afterAll(() => caller?.stop());

interface Made {
  readonly id: string;
  readonly domain: string;
  readonly secret: string;
  readonly data: readonly { readonly id: string }[];
}

async function ask(key: string, method: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const response = await fetch(`http://127.0.0.1:${caller.fixture.service.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'svc-beta': 'admin-2026-11-01,webhooks-2026-11-01,mcp-tunnels-2026-12-01,agents-2026-11-01',
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const reply = (await response.json()) as Made;
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(reply)}`);
  return reply;
}

async function organizationIds(key: string): Promise<Ids> {
  const firstOf = async (list: string) => (await ask(key, 'GET', `/v1/organizations/${list}`)).data[0]!.id;
  const made = async (list: string, body: object) =>
    (await ask(key, 'POST', `/v1/organizations/${list}`, body)).id;
  const limit = { scope: { type: 'organization' }, limit_usd: '5' };
  const domain = (await ask(key, 'POST', '/v1/organizations/domains', { domain: 'globex.example' })).domain;
  return {
    domain,
    sso_connection_id: await made('sso_connections', { ...CONNECTION, domains: [domain] }),
    api_key_id: await firstOf('api_keys'),
    key_id: await firstOf('admin_keys'),
    workspace_id: await firstOf('workspaces'),
    user_id: await firstOf('users'),
    invite_id: await made('invites', { email: 'new@globex.example', role: 'member' }),
    spend_limit_id: await made('spend_limits', limit),
    ...(await directoryIds(key)),
    organization_webhook_id: await made('webhooks', { url: 'https://hooks.globex.example/a', events: ['*'] }),
  };
}

async function directoryIds(key: string): Promise<Ids> {
  const token = await ask(key, 'POST', '/v1/organizations/directory_tokens', { name: 'Okta' });
  const group = await ask(token.secret, 'POST', '/scim/v2/Groups', { displayName: 'Sales' });
  return { directory_token_id: token.id, directory_group_id: group.id };
}

/** One of each resource of the key's workspace, by the parameter that holds its id. */
async function resourceIds(key: string, name = 'office'): Promise<Ids> {
  const known = { ...FORMS, name, events: '*' };
  const ids: Record<string, string> = {};
  for (const { method, path, request } of WORKSPACE_OPERATIONS) {
    const parameter = method === 'POST' && parameterBelow(path);
    // Batches need a file first, and nothing removes one.
    if (!parameter || parameter === 'batch_id') continue;
    // The tools and skills of a sample are there for nobody.
    const sample = parameter === 'agent_id' ? { name, model: 'Svc Standard' } : undefined;
    const body = sample ?? (request ? (sampleValues(request, known)[0] as object) : fileForm());
    ids[parameter] = (await ask(key, 'POST', path, body)).id;
  }
  return ids;
}

/** Of a list at a fixed path: the parameter in the path of one object. */
function parameterBelow(path: string): string | undefined {
  if (path.includes('{')) return undefined;
  const one = WORKSPACE_OPERATIONS.find((other) => other.method === 'GET' && dirname(other.path) === path);
  return one && /\{(\w+)\}$/.exec(one.path)?.[1];
}

function fileForm(): FormData {
  const form = new FormData();
  form.append('purpose', 'document');
  form.append('file', new File(['hello'], 'notes.txt'));
  return form;
}

function otherOrganizationId({ path }: Addressed, ids: Ids, name: string): string | undefined {
  const isOrganizations = /^(\/v1\/organizations|\/console\/api)\/webhooks/.test(path);
  return (isOrganizations && ids[`organization_${name}`]) || ids[name];
}

/** Without what differs from request to request. */
async function responseOf(operation: Addressed, name: string, id: string) {
  const known = { ...caller.known, ...FORMS, user_ids: caller.known['user_id']! };
  const body =
    operation.id === 'setRoute' ? ROUTE : operation.request && sampleValues(operation.request, known)[0];
  const { status, text } = await caller.send(operation, caller.pathOf(operation, { [name]: id }), body);
  return { status, text: text.replaceAll(/req_[0-9a-z]+/g, 'req_').replaceAll(id, '{id}') };
}

describe('ids of nothing', () => {
  it.each(CELLS)(
    'KEY-29 HOOK-25 TUN-12 WORK-26 WORK-45 RATE-20 FILE-31 D-ERR-4 D-ERR-7 $where are not found, and those of others neither',
    async ({ operation, name }) => {
      const unknown = await responseOf(operation, name, ULID);
      const code = operation.isVendorApi ? undefined : codeOf(operation, name);
      expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining(code ?? '')]);
      if (code !== undefined) expect(operation.errors).toContain(code);
      if (operation.credential.startsWith('operator')) return;
      for (const ids of [vendor.organization, operation.credential === 'workspace' ? vendor.workspace : {}]) {
        const id = otherOrganizationId(operation, ids, name);
        if (id !== undefined) expect(await responseOf(operation, name, id)).toEqual(unknown);
      }
    },
  );
});

describe('what is removed', () => {
  /** Memberships and domains have no id, and limits and the hook are one of each. */
  const OTHERS: Readonly<Record<string, object>> = {
    deleteDomain: { domain: 'globex.example', type: 'domain', deleted: true },
    removeWorkspaceMember: { type: 'workspace_member', deleted: true },
    clearWorkspaceRateLimits: { type: 'workspace_rate_limits', overrides: [] },
  };
  let ids: Ids;
  beforeAll(async () => {
    const { as, secrets } = caller.fixture;
    const hook = { url: 'https://hooks.acme.example/policy', mode: 'off' };
    await as('primary_owner', 'PUT', '/inference_hook', hook);
    const { user_id: userId, workspace_id: workspaceId } = caller.known as Record<string, string>;
    ids = {
      ...(await organizationIds(ADMIN_SECRET)),
      ...(await resourceIds(secrets.pia, 'garage')),
      user_id: userId!,
      workspace_id: workspaceId!,
    };
  });

  it.each(
    [...ADMINISTRATION_OPERATIONS, ...WORKSPACE_OPERATIONS]
      .filter(({ method }) => method === 'DELETE')
      .map((operation: Addressed) => [operation.path, operation] as const),
  )('HOOK-24 TUN-11 D-GEN-2 DELETE %s says so, and is not found again', async (_path, operation) => {
    const given = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const path = caller.pathOf(
      operation,
      Object.fromEntries(given.map((name) => [name, otherOrganizationId(operation, ids, name)!])),
    );
    const { status, text } = await caller.send(operation, path);
    const id = path.split('/').at(-1);
    expect([status, JSON.parse(text)]).toMatchObject([200, OTHERS[operation.id] ?? { deleted: true }]);
    const again = await caller.send(operation, path);
    if (operation.id === 'clearWorkspaceRateLimits')
      return expect([again.status, again.text]).toEqual([status, text]);
    if (!(operation.id in OTHERS) && given.length > 0) {
      expect(JSON.parse(text)).toMatchObject({ id });
      expect(Object.keys(JSON.parse(text) as object)).toHaveLength(3);
    }
    // An invite that was deleted is listed as such (D-ADM-3).
    expect(again.status).toBe(operation.id === 'deleteInvite' ? 409 : 404);
  });
});
