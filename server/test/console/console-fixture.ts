import { ORGANIZATION_ROLES, type OrganizationRole } from '@svc/contract';
import {
  ApiBrowser,
  type HttpReply,
  readReply,
  type RunningConsole,
  startConsole,
  type TestDatabase,
} from '#test-kit';

export { refusal, type HttpReply as Reply } from '#test-kit';

export const PASSWORD = 'correct horse battery';

/**
 * The users of Acme with their roles. Walt is admin of the workspace Research although he is a plain member.
 */
export const PEOPLE = {
  primary_owner: 'pia@acme.test',
  owner: 'olga@acme.test',
  administrator: 'adam@acme.test',
  developer: 'dora@acme.test',
  billing: 'bill@acme.test',
  member: 'mona@acme.test',
  workspace_admin: 'walt@acme.test',
  second_developer: 'dirk@acme.test',
  suspended: 'susi@acme.test',
  disabled: 'dana@acme.test',
  stranger: 'gus@globex.test',
} as const;
export type Someone = keyof typeof PEOPLE;

const SECRETS = {
  pia: `sk_live_${'1'.repeat(64)}`,
  dora: `sk_live_${'2'.repeat(64)}`,
  research: `sk_live_${'3'.repeat(64)}`,
} as const;
export const ADMIN_SECRET = `sk_admin_${'a'.repeat(64)}`;
/** Those of Globex. */
export const STRANGER_SECRET = `sk_live_${'4'.repeat(64)}`;
export const STRANGER_ADMIN_SECRET = `sk_admin_${'c'.repeat(64)}`;

function member(someone: Someone, role: OrganizationRole) {
  const email = PEOPLE[someone];
  return { email, name: email.slice(0, 4), role, password: PASSWORD };
}

function key(name: string, workspace: string, email: string, secret: string) {
  return { name, kind: 'private', workspace, created_by: email, secret };
}

const PROVISIONING = {
  organizations: [
    {
      name: 'Acme',
      plan: 'pro',
      credits: { enabled: true, balance_usd: '100' },
      members: [
        ...ORGANIZATION_ROLES.map((role) => member(role, role)),
        member('workspace_admin', 'member'),
        member('second_developer', 'developer'),
        { ...member('suspended', 'owner'), status: 'suspended' },
        { ...member('disabled', 'owner'), account: 'disabled' },
      ],
      workspaces: [{ name: 'Default' }, { name: 'Research' }, { name: 'Closed' }],
      keys: [
        key('of pia', 'Default', PEOPLE.primary_owner, SECRETS.pia),
        key('of dora', 'Default', PEOPLE.developer, SECRETS.dora),
        key('in research', 'Research', PEOPLE.primary_owner, SECRETS.research),
      ],
      admin_keys: [{ name: 'ops', created_by: PEOPLE.owner, secret: ADMIN_SECRET }],
    },
    {
      name: 'Globex',
      plan: 'pro',
      members: [member('stranger', 'primary_owner')],
      workspaces: [{ name: 'Default' }],
      keys: [key('foreign', 'Default', PEOPLE.stranger, STRANGER_SECRET)],
      admin_keys: [{ name: 'of the stranger', created_by: PEOPLE.stranger, secret: STRANGER_ADMIN_SECRET }],
    },
  ],
};

/** Acme with a user of every role, who signs in on first use, and Globex, which must stay invisible. */
export interface ConsoleFixture {
  readonly service: RunningConsole;
  readonly secrets: typeof SECRETS;
  browserOf(someone: Someone): Promise<ApiBrowser>;
  /** Ids by name: `Default`, `Research`, `Closed`, and of every user. */
  readonly ids: Readonly<Record<string, string>>;
  /** Calls the Console's API; the path is relative to its root. */
  as(
    someone: Someone,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<HttpReply>;
  /** Calls the Admin API with a key of the owner. */
  admin(method: string, path: string, body?: object): Promise<HttpReply>;
  stop(): Promise<void>;
}

export async function startConsoleFixture(
  database: TestDatabase,
  limits: object = {},
  more: object = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<ConsoleFixture> {
  const service = await startConsole(database, PROVISIONING, limits, more, environment);
  const browsers = new Map<Someone, Promise<ApiBrowser>>();
  const browserOf = (someone: Someone): Promise<ApiBrowser> => {
    const browser = browsers.get(someone) ?? signIn(service, someone);
    browsers.set(someone, browser);
    return browser;
  };
  const as: ConsoleFixture['as'] = async (someone, method, path, body, headers) =>
    (await browserOf(someone)).send(method, `/console/api${path}`, body, headers);
  const ids = await idsOf(as);
  await populate(as, ids);
  return {
    service,
    secrets: SECRETS,
    browserOf,
    ids,
    as,
    async admin(method, path, body) {
      const response = await fetch(`http://127.0.0.1:${service.port}/v1/organizations${path}`, {
        method,
        headers: {
          authorization: `Bearer ${ADMIN_SECRET}`,
          'svc-beta': 'admin-2026-11-01',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return readReply(response);
    },
    stop: () => service.stop(),
  };
}

async function signIn({ baseUrl }: RunningConsole, someone: Someone): Promise<ApiBrowser> {
  const browser = new ApiBrowser(baseUrl);
  const { status } = await browser.signIn(PEOPLE[someone], PASSWORD);
  if (status !== 200) throw new Error(`${someone} could not sign in: ${status}`);
  return browser;
}

async function idsOf(as: ConsoleFixture['as']): Promise<Record<string, string>> {
  const users = (await as('owner', 'GET', '/users?limit=100')).body.data as { id: string; email: string }[];
  const workspaces = (await as('owner', 'GET', '/workspaces')).body.data as { id: string; name: string }[];
  const people = Object.entries(PEOPLE).map(([someone, email]) => [
    someone,
    users.find((user) => user.email === email)?.id ?? '',
  ]);
  return Object.fromEntries([...people, ...workspaces.map(({ id, name }) => [name, id])]);
}

/**
 * Dora, whose key is provisioned there, and Dirk are developers in Default, Mona is a user of it, Walt is
 * admin of Research, and Closed is archived.
 */
async function populate(as: ConsoleFixture['as'], ids: Readonly<Record<string, string>>): Promise<void> {
  const join = async (workspace: string, someone: Someone, role: string): Promise<void> => {
    const { status } = await as('owner', 'POST', `/workspaces/${ids[workspace]}/members`, {
      user_id: ids[someone],
      role,
    });
    if (status !== 201) throw new Error(`${someone} could not join ${workspace}: ${status}`);
  };
  await join('Default', 'second_developer', 'workspace_developer');
  await join('Default', 'member', 'workspace_user');
  await join('Research', 'workspace_admin', 'workspace_admin');
  await as('owner', 'POST', `/workspaces/${ids['Closed']}/archive`);
}
