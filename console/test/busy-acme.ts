import { ORGANIZATION_ROLES, type OrganizationRole } from '@svc/contract';
import {
  ApiBrowser,
  Authenticator,
  MAIN_KEY,
  type RunningConsole,
  SoftwarePasskey,
} from '../../server/test-kit/index.ts';
import { PASSWORD } from './acme.ts';
import { fillBuild, runBatch, TEMPLATE } from './busy-resources.ts';

/** One person of each role of the organization, by their email. */
export const EMAIL_OF = Object.fromEntries(
  ORGANIZATION_ROLES.map((role) => [role, `${role.replace('_', '.')}@acme.test`]),
) as Readonly<Record<OrganizationRole, string>>;
/** A plain member who runs the workspace Research. */
export const WORKSPACE_ADMIN = 'walt@acme.test';

const LONG =
  'Nightly batch of the data warehouse in Frankfurt, second attempt, with retries (owned by the platform team)';
const LONG_WORKSPACE = 'Natural language research and evaluation';
const KEYS = [
  'website backend',
  LONG,
  'Averylongnamewithoutanyspacethatcouldbebrokenanywhereatallbythebrowser',
  'Übersetzung 翻訳',
  'ci',
];
const NAMES: Readonly<Record<OrganizationRole, string>> = {
  primary_owner: 'Ada Lovelace',
  owner: 'Grace Brewster Murray Hopper-Vanderbilt of Arlington',
  administrator: 'Adam Ministrator',
  developer: 'Dev Eloper',
  billing: 'Bill Ing',
  member: 'Mem Ber',
};

const memberAs = (email: string, name: string, role: OrganizationRole) => ({
  email,
  name,
  role,
  password: PASSWORD,
});

/** An organization with something in every list, names of every length, and a person of every role. */
export const BUSY_ACME = {
  organizations: [
    {
      name: 'Acme',
      plan: 'pro',
      credits: { enabled: true, balance_usd: '1234.5678' },
      members: [
        ...ORGANIZATION_ROLES.map((role) => memberAs(EMAIL_OF[role], NAMES[role], role)),
        memberAs(WORKSPACE_ADMIN, 'Walt Workspace', 'member'),
        {
          ...memberAs(
            'a.person.with.a.remarkably.long.address@department.of.research.acme.test',
            'Lo Ng',
            'member',
          ),
          status: 'suspended',
        },
      ],
      workspaces: [{ name: 'Default' }, { name: 'Research' }, { name: LONG_WORKSPACE }, { name: 'Closed' }],
      keys: [
        ...KEYS.map((name, position) =>
          key(name, position === 0 ? MAIN_KEY : `sk_live_${String(position + 1).repeat(64)}`),
        ),
        key('old', `sk_live_${'a'.repeat(64)}`),
        key('paused', `sk_live_${'b'.repeat(64)}`),
        { ...key('of the developer', `sk_live_${'c'.repeat(64)}`), created_by: EMAIL_OF.developer },
        { ...key('research', `sk_live_${'d'.repeat(64)}`), workspace: 'Research' },
      ],
      admin_keys: [
        { name: 'export', created_by: EMAIL_OF.owner, secret: `sk_admin_${'a'.repeat(64)}` },
        { name: LONG.slice(0, 100), created_by: EMAIL_OF.owner, secret: `sk_admin_${'b'.repeat(64)}` },
      ],
    },
  ],
};

function key(name: string, secret: string) {
  return {
    name: name.slice(0, 100),
    kind: 'private',
    workspace: 'Default',
    created_by: EMAIL_OF.primary_owner,
    secret,
  };
}

/** In two versions, with a tool and a server. */
async function makeAgent(ada: ApiBrowser, workspaceId: string): Promise<string> {
  const path = `/console/api/workspaces/${workspaceId}/agents`;
  const { body } = await ada.post(path, {
    name: 'An agent with a remarkably long name that no column has room for',
    model: 'Svc Standard',
    system: 'Be kind.',
    mcp_servers: [{ name: 'tickets', url: 'https://tickets.acme.example/a-path-of-many-words/mcp' }],
  });
  const id = String(body['id']);
  const { status } = await ada.send('PATCH', `${path}/${id}`, { system: 'Be brief.' });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return id;
}

/** What stands in for the parameters of pages. */
export interface BusyIds extends Readonly<Record<string, string>> {
  readonly keyId: string;
  /** Of the webhook. */
  readonly owner: string;
  readonly webhookId: string;
  readonly workspaceId: string;
  /** In that workspace, for certificates. */
  readonly tunnelId: string;
  /** In that workspace. */
  readonly agentId: string;
  /** Of a provider that is not asked. */
  readonly connectionId: string;
  readonly template: string;
  readonly batchId: string;
  readonly requestId: string;
  readonly inviteToken: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly text: string;
}

/** Does with it what people do: groups, limits, invites, payments, calls, a device. The primary owner has an authenticator app. */
export async function fillBusyAcme(service: RunningConsole): Promise<BusyIds> {
  const ada = new ApiBrowser(service.baseUrl);
  await ada.signIn(EMAIL_OF.primary_owner, PASSWORD);
  const post: Post = async (path, body) => {
    const reply = await ada.post(`/console/api${path}`, body);
    if (reply.status >= 300)
      throw new Error(`${path} answered ${reply.status} ${JSON.stringify(reply.body)}`);
  };
  const list = async (path: string): Promise<(name: string) => string> => {
    const rows = (await ada.get(`/console/api${path}`)).body['data'] as Named[];
    return (name) => rows.find((row) => row.name === name || row.email === name)?.id ?? '';
  };
  const [workspace, user, apiKey] = [
    await list('/workspaces'),
    await list('/users?limit=100'),
    await list('/api_keys?limit=100'),
  ];
  await post(`/workspaces/${workspace('Closed')}/archive`);
  const join = (where: string, email: string, role: string) =>
    post(`/workspaces/${workspace(where)}/members`, { user_id: user(email), role });
  await join('Default', EMAIL_OF.member, 'workspace_user');
  await join('Research', WORKSPACE_ADMIN, 'workspace_admin');
  await post(`/api_keys/${apiKey('old')}/revoke`);
  await ada.send('PATCH', `/console/api/api_keys/${apiKey('paused')}`, { status: 'inactive' });
  await post('/groups', { name: 'Builders', user_ids: [user(EMAIL_OF.developer), user(EMAIL_OF.member)] });
  await limitAndPay(post, workspace(LONG_WORKSPACE));
  const batchId = await runBatch(service);
  await fillBuild(service);
  const webhookId = await sendTest(ada, workspace('Default'));
  const tunnelId = await openTunnels(ada, { token: workspace('Default'), mtls: workspace('Research') });
  const agentId = await makeAgent(ada, workspace('Research'));
  const connectionId = await connectProvider(ada);
  await signInDevice(service, ada);
  await addPasskey(service, ada);
  await setUpApp(service, ada);
  const mails = (await ada.get('/console/api/outbox?limit=20')).body['data'] as Named[];
  return {
    keyId: apiKey(KEYS[0]!),
    owner: workspace('Default'),
    webhookId,
    workspaceId: workspace('Research'),
    tunnelId,
    agentId,
    connectionId,
    template: TEMPLATE,
    batchId,
    requestId: await call(service),
    inviteToken: mails.map(({ text }) => /\/console\/invite#(\S+)/.exec(text)?.[1]).find(Boolean) ?? '',
  };
}

type Post = (path: string, body?: object) => Promise<void>;

async function limitAndPay(post: Post, workspaceId: string): Promise<void> {
  await post('/spend_limits', {
    scope: { type: 'workspace', workspace_id: workspaceId },
    limit_usd: '1250.5',
  });
  await post('/billing/payments', {
    amount_usd: '4000',
    reference: 'Invoice 2026-11-0017 of the eleventh of November',
  });
  for (const email of ['new@acme.test', 'another.person.with.a.long.address@subsidiary.acme.test'])
    await post('/invites', { email, role: 'developer' });
}

/** Makes a webhook at a name that nothing has, and sends it a test. */
async function sendTest(ada: ApiBrowser, workspaceId: string): Promise<string> {
  const root = `/console/api/workspaces/${workspaceId}/webhooks`;
  const { status, body } = await ada.post(root, {
    url: `https://hooks.invalid/${'a-path-of-many-words/'.repeat(8)}`,
    events: ['file.expired', 'batch.completed'],
    description: 'Tells the warehouse',
  });
  if (status !== 201) throw new Error(`${root} answered ${status} ${JSON.stringify(body)}`);
  await ada.post(`${root}/${String(body['id'])}/test`, {});
  return body['id'] as string;
}

/** A tunnel whose token was rotated, and one with certificates, whose id is returned. */
async function openTunnels(
  ada: ApiBrowser,
  workspaces: { readonly token: string; readonly mtls: string },
): Promise<string> {
  const create = async (workspaceId: string, body: object): Promise<string> => {
    const root = `/console/api/workspaces/${workspaceId}/tunnels`;
    const made = await ada.post(root, body);
    if (made.status !== 201) throw new Error(`${root} answered ${made.status} ${JSON.stringify(made.body)}`);
    return `${root}/${String(made.body['id'])}`;
  };
  const path = `http://warehouse.internal:8080/${'a-path-of-many-words/'.repeat(8)}mcp`;
  const office = await create(workspaces.token, { name: 'office', allowed_targets: [path] });
  await ada.post(`${office}/rotate_token`, {});
  const lab = await create(workspaces.mtls, {
    name: 'lab',
    description: 'Tools of the laboratory in Frankfurt',
    allowed_targets: ['http://127.0.0.1:7777/mcp', path],
    auth_mode: 'mtls',
  });
  for (const name of ['rack 4', 'Averylongnamewithoutanyspacethatcouldbebrokenanywhereatall'])
    await ada.post(`${lab}/certificates`, { name });
  return lab.split('/').at(-1)!;
}

async function call(service: RunningConsole): Promise<string> {
  const reply = await service.post('/v1/chat/completions', MAIN_KEY, {
    messages: [{ role: 'user', content: 'Hi' }],
    stream: false,
  });
  await reply.text();
  await service.flushUsage();
  return reply.headers.get('x-svc-request-id') ?? '';
}

async function signInDevice(service: RunningConsole, person: ApiBrowser): Promise<void> {
  const ask = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: 'svc-code', ...fields });
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'POST', body });
    return (await response.json()) as Record<string, string>;
  };
  const { device_code: code = '', user_code: shown = '' } = await ask('/oauth/device_authorization', {});
  const { body } = await person.get(`/console/api/device_request?user_code=${shown}`);
  await person.post(`/console/api/device_requests/${String(body['id'])}/approve`, { workspace_id: null });
  await ask('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: code,
  });
}

async function addPasskey(service: RunningConsole, person: ApiBrowser): Promise<void> {
  const { body } = await person.post('/console/api/auth/passkeys/options', { password: PASSWORD });
  const response = new SoftwarePasskey(service.baseUrl).create(body as unknown as { challenge: string });
  await person.post('/console/api/auth/passkeys', { name: 'work laptop', response });
}

async function setUpApp(service: RunningConsole, person: ApiBrowser): Promise<void> {
  const { body } = await person.post('/console/api/auth/authenticator', { password: PASSWORD });
  const app = new Authenticator(body['uri'] as string);
  await person.post('/console/api/auth/authenticator/confirm', { code: app.code(service.nowMs()) });
}

/** A draft with a mapped group, a domain that waits for its record, and a token of a directory. */
async function connectProvider(ada: ApiBrowser): Promise<string> {
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: made } = await ada.post(`/console/api${path}`, body);
    if (status !== 201) throw new Error(`${path} answered ${status} ${JSON.stringify(made)}`);
    return made['id'] as string;
  };
  await make('/domains', { domain: 'acme.example' });
  await make('/directory_tokens', { name: 'Entra ID' });
  return make('/sso_connections', {
    name: 'Acme login',
    protocol: 'oidc',
    domains: ['acme.example'],
    // An address as it stands is not looked up, and this one is never asked.
    oidc: { issuer: 'https://93.184.215.14', client_id: 'svc' },
    group_roles: [{ group: 'engineers', role: 'developer', workspaces: [] }],
  });
}
