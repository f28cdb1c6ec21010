import { setTimeout as delay } from 'node:timers/promises';
import {
  MAIN_KEY,
  onDatabase,
  oneModel,
  oneOrganization,
  readReply,
  startRunningService,
  type HttpReply,
  type RunningService,
  type TestDatabase,
} from '#test-kit';
import { Receiver } from './receiver.ts';

export { refusal, type HttpReply as Reply } from '#test-kit';

export const OTHER_KEY = `sk_live_${'2'.repeat(64)}`;
export const OTHER_ORGANIZATION_KEY = `sk_live_${'3'.repeat(64)}`;
export const PUBLIC_KEY = `pk_live_${'4'.repeat(64)}`;
export const ADMIN_KEY = `sk_admin_${'6'.repeat(64)}`;
export const OTHER_ORGANIZATION_ADMIN_KEY = `sk_admin_${'7'.repeat(64)}`;
export const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
export const DAY_S = 86_400;

const KEY = { workspace: 'Default', created_by: 'ada@acme.test', kind: 'private' };

export function provisioning(more: Readonly<Record<string, unknown>> = {}): unknown {
  const { organizations } = oneOrganization({
    members: [
      { email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' },
      { email: 'olga@acme.test', name: 'Olga', role: 'owner' },
      { email: 'dora@acme.test', name: 'Dora', role: 'developer' },
    ],
    workspaces: [{ name: 'Default' }, { name: 'Other' }],
    keys: [
      { ...KEY, name: 'main', secret: MAIN_KEY },
      { ...KEY, name: 'other', workspace: 'Other', secret: OTHER_KEY },
      { ...KEY, name: 'public', kind: 'public', secret: PUBLIC_KEY, allowed_origins: [] },
    ],
    admin_keys: [{ name: 'admin', created_by: 'ada@acme.test', secret: ADMIN_KEY }],
    ...more,
  }) as { organizations: object[] };
  const globex = {
    name: 'Globex',
    plan: 'pro',
    members: [{ email: 'gus@globex.test', name: 'Gus', role: 'primary_owner' }],
    workspaces: [{ name: 'Default' }],
    keys: [{ ...KEY, created_by: 'gus@globex.test', name: 'main', secret: OTHER_ORGANIZATION_KEY }],
    admin_keys: [{ name: 'admin', created_by: 'gus@globex.test', secret: OTHER_ORGANIZATION_ADMIN_KEY }],
  };
  return { organizations: [...organizations, globex] };
}

export interface CallOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface WebhooksFixture {
  readonly service: RunningService;
  readonly receiver: Receiver;
  /** Calls with the key of the workspace and all flags, unless the options say otherwise. */
  call(method: string, path: string, options?: CallOptions): Promise<HttpReply>;
  /** Creates a webhook at a path of the receiver. */
  create(path: string, more?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<HttpReply>;
  /** The deliveries of a webhook, newest first. */
  deliveries(id: string, query?: string, options?: CallOptions): Promise<HttpReply['body'][]>;
  /** Lets this many files expire, each of which is an event: moves the clock by a day. Returns their ids. */
  expireFiles(count?: number, options?: CallOptions): Promise<string[]>;
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

export interface FixtureOptions {
  readonly deployment?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly provisioning?: unknown;
}

export function deploymentFor({ deployment = {}, limits = {} }: FixtureOptions): unknown {
  const base = oneModel({ type: 'sandbox' }) as { limits: object };
  return {
    ...base,
    network: { allow_private_targets: ['127.0.0.1/32'] },
    webhooks: { allow_http: true, egress_ips: ['203.0.113.10', '2001:db8::/48'] },
    ...deployment,
    limits: { ...base.limits, files_batches_models_requests_per_minute: 100_000, ...limits },
  };
}

export async function startWebhooksFixture(
  database: TestDatabase,
  options: FixtureOptions = {},
): Promise<WebhooksFixture> {
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  const receiver = await Receiver.open();
  const service = await startRunningService({
    deployment: deploymentFor(options),
    provisioning: options.provisioning ?? provisioning(),
    environment: {
      SVC_DATA_KEY: DATA_KEY,
      ...onDatabase(opened),
      ...options.environment,
    },
  });
  return {
    ...clientOf(service, receiver),
    async stop() {
      await service.stop();
      await receiver.close();
      await opened?.close();
    },
  };
}

function clientOf(service: RunningService, receiver: Receiver): Omit<WebhooksFixture, 'stop'> {
  const base = `http://127.0.0.1:${service.port}`;
  const call: WebhooksFixture['call'] = async (method, path, { key = MAIN_KEY, body, headers = {} } = {}) => {
    const sent = {
      authorization: `Bearer ${key}`,
      'svc-beta': 'webhooks-2026-11-01, admin-2026-11-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await fetch(base + path, {
      method,
      headers: Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return readReply(response);
  };
  const root = ({ key = MAIN_KEY }: CallOptions = {}): string =>
    key.startsWith('sk_admin_') ? '/v1/organizations/webhooks' : '/v1/webhooks';
  return {
    service,
    receiver,
    call,
    create: (path, more = {}, options = {}) =>
      call('POST', root(options), {
        ...options,
        body: { url: receiver.url(path), events: ['*'], ...more },
      }),
    async deliveries(id, query = '', options = {}) {
      const { body } = await call('GET', `${root(options)}/${id}/deliveries?limit=100&${query}`, options);
      return body.data as HttpReply['body'][];
    },
    async expireFiles(count = 1, { key = MAIN_KEY } = {}) {
      const ids: string[] = [];
      for (let file = 0; file < count; file++) ids.push(await uploadFile(base, key));
      await service.advance(DAY_S);
      return ids;
    },
    advance: (seconds) => service.advance(seconds),
  };
}

/** A file that expires a day after it was processed. */
async function uploadFile(base: string, key: string): Promise<string> {
  const form = new FormData();
  form.append('purpose', 'document');
  form.append('expires_after_days', '1');
  form.append('file', new File(['SECRET-MARKER hello'], 'notes.txt'));
  const response = await fetch(`${base}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(`the upload was answered ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  for (;;) {
    const read = await fetch(`${base}/v1/files/${id}`, { headers: { authorization: `Bearer ${key}` } });
    if (((await read.json()) as { status: string }).status === 'ready') return id;
    await delay(10);
  }
}
