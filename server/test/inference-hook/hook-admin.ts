import { afterAll, beforeAll, beforeEach } from 'vitest';
import { MAIN_KEY, type HttpReply, type TestDatabase } from '#test-kit';
import {
  ADMIN_KEY,
  provisioning,
  startWebhooksFixture,
  type FixtureOptions,
  type WebhooksFixture,
} from '../webhooks/webhooks-fixture.ts';

export const OWNER_KEY = `sk_admin_${'8'.repeat(64)}`;
export const ADMINISTRATOR_KEY = `sk_admin_${'9'.repeat(64)}`;
export const HOOK = '/v1/organizations/inference_hook';

/** Owners, an administrator, and an admin key of each. */
const PEOPLE = {
  members: [
    { email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' },
    { email: 'olga@acme.test', name: 'Olga', role: 'owner' },
    { email: 'adam@acme.test', name: 'Adam', role: 'administrator' },
  ],
  admin_keys: [
    { name: 'of ada', created_by: 'ada@acme.test', secret: ADMIN_KEY },
    { name: 'of olga', created_by: 'olga@acme.test', secret: OWNER_KEY },
    { name: 'of adam', created_by: 'adam@acme.test', secret: ADMINISTRATOR_KEY },
  ],
};

export interface HookAdmin {
  readonly hooks: WebhooksFixture;
  /** Calls an operation on the hook with an admin key of the primary owner, unless told otherwise. */
  ask(method: string, path?: string, body?: object, key?: string): Promise<HttpReply>;
  /** Sets the hook to a path of the receiver. */
  put(path: string, settings?: object): Promise<HttpReply>;
  /** Ids of the organization's workspaces by name. */
  workspaces(): Promise<Readonly<Record<string, string>>>;
}

/** Call once per suite: one service for its tests, each of which starts without a hook. */
export function useHookAdmin(database: TestDatabase, options: FixtureOptions = {}): HookAdmin {
  let hooks: WebhooksFixture;
  beforeAll(async () => {
    hooks = await startWebhooksFixture(database, { ...options, provisioning: provisioning(PEOPLE) });
  });
  afterAll(() => hooks?.stop());
  const ask: HookAdmin['ask'] = (method, path = '', body, key = ADMIN_KEY) =>
    hooks.call(method, HOOK + path, { key, body });
  beforeEach(() => async () => {
    await ask('DELETE');
  });
  return {
    get hooks() {
      return hooks;
    },
    ask,
    put: (path, settings = {}) =>
      ask('PUT', '', { url: hooks.receiver.url(path), mode: 'enforce', ...settings }),
    async workspaces() {
      const { body } = await hooks.call('GET', '/v1/organizations/workspaces', { key: ADMIN_KEY });
      const listed = body.data as readonly { readonly name: string; readonly id: string }[];
      return Object.fromEntries(listed.map(({ name, id }) => [name, id]));
    },
  };
}

export { MAIN_KEY };
