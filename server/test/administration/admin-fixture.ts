import {
  onDatabase,
  readReply,
  startRunningService,
  type HttpReply,
  type RunningService,
  type TestDatabase,
} from '#test-kit';

export { refusal, type HttpReply as Reply } from '#test-kit';

/** A different secret for each name. */
function secret(prefix: string, digit: string): string {
  return `${prefix}${digit.repeat(64)}`;
}

export const KEYS = {
  owner: secret('sk_admin_', 'a'),
  administrator: secret('sk_admin_', 'b'),
  stranger: secret('sk_admin_', 'c'),
  main: secret('sk_live_', '1'),
  second: secret('sk_live_', '2'),
  third: secret('sk_live_', '3'),
  vendor: secret('sk_live_', '4'),
  code: secret('sk_svc_', '5'),
} as const;

const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
const BETA = { 'svc-beta': 'admin-2026-11-01' };

/** Acme with users of every role and two workspaces, and Globex, which must stay invisible. */
const PROVISIONING = {
  organizations: [
    {
      name: 'Acme',
      plan: 'pro',
      credits: { enabled: true, balance_usd: '100' },
      members: [
        { email: 'pia@acme.test', name: 'Pia', role: 'primary_owner' },
        { email: 'olga@acme.test', name: 'Olga', role: 'owner' },
        { email: 'adam@acme.test', name: 'Adam', role: 'administrator' },
        { email: 'abel@acme.test', name: 'Abel', role: 'administrator' },
        { email: 'dora@acme.test', name: 'Dora', role: 'developer' },
      ],
      workspaces: [{ name: 'Default' }, { name: 'Research' }],
      keys: [
        {
          name: 'main',
          kind: 'private',
          workspace: 'Default',
          created_by: 'pia@acme.test',
          secret: KEYS.main,
        },
        {
          name: 'second',
          kind: 'private',
          workspace: 'Research',
          created_by: 'pia@acme.test',
          secret: KEYS.second,
        },
        {
          name: 'third',
          kind: 'private',
          workspace: 'Default',
          created_by: 'abel@acme.test',
          secret: KEYS.third,
        },
        {
          name: 'code',
          kind: 'svc_code',
          workspace: 'Default',
          created_by: 'olga@acme.test',
          secret: KEYS.code,
        },
      ],
      admin_keys: [
        { name: 'of the owner', created_by: 'olga@acme.test', secret: KEYS.owner },
        { name: 'of the administrator', created_by: 'adam@acme.test', secret: KEYS.administrator },
      ],
      groups: [{ name: 'Builders', members: ['dora@acme.test'] }],
    },
    {
      name: 'Globex',
      plan: 'pro',
      members: [{ email: 'gus@globex.test', name: 'Gus', role: 'primary_owner' }],
      workspaces: [{ name: 'Default' }],
      keys: [
        {
          name: 'foreign',
          kind: 'private',
          workspace: 'Default',
          created_by: 'gus@globex.test',
          secret: KEYS.vendor,
        },
      ],
      admin_keys: [{ name: 'of the stranger', created_by: 'gus@globex.test', secret: KEYS.stranger }],
    },
  ],
};

export interface CallOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string;
}

export interface AdminFixture {
  readonly service: RunningService;
  /** Calls with the owner's admin key and the flag, unless the options say otherwise. */
  call(method: string, path: string, options?: CallOptions): Promise<HttpReply>;
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** A running service with both organizations on one of the databases. */
export async function startAdminFixture(
  database: TestDatabase,
  deployment?: unknown,
  environment: Readonly<Record<string, string>> = {},
): Promise<AdminFixture> {
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  const fixture = await startAdminNode(opened?.databaseUrl, deployment, environment);
  return {
    ...fixture,
    async stop() {
      await fixture.stop();
      await opened?.close();
    },
  };
}

/** The same on an existing database, as one of several nodes; without one on its own database. */
export async function startAdminNode(
  databaseUrl?: string,
  deployment?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<AdminFixture> {
  const service = await startRunningService({
    provisioning: PROVISIONING,
    ...(deployment === undefined ? {} : { deployment }),
    environment: {
      ...onDatabase({ databaseUrl }),
      SVC_DATA_KEY: DATA_KEY,
      ...more,
    },
  });
  const base = `http://127.0.0.1:${service.port}`;
  return {
    service,
    async call(method, path, { key = KEYS.owner, body, headers = {}, raw } = {}) {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${base}${path.startsWith('/v1') ? path : `/v1/organizations${path}`}`, {
        method,
        headers: {
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...BETA,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload }),
      });
      return readReply(response);
    },
    advance: (seconds) => service.advance(seconds),
    stop: () => service.stop(),
  };
}
