import { afterAll, beforeAll } from 'vitest';
import { TextNameServer, type HttpReply, type TestDatabase } from '#test-kit';
import {
  ADMIN_KEY,
  OTHER_ORGANIZATION_ADMIN_KEY,
  provisioning,
  startWebhooksFixture,
  type WebhooksFixture,
} from '../webhooks/webhooks-fixture.ts';

export { ADMIN_KEY, OTHER_ORGANIZATION_ADMIN_KEY };
export const ADMINISTRATOR_KEY = `sk_admin_${'9'.repeat(64)}`;
export const DAY_S = 86_400;

const PEOPLE = {
  members: [
    { email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' },
    { email: 'adam@acme.test', name: 'Adam', role: 'administrator' },
  ],
  admin_keys: [
    { name: 'of ada', created_by: 'ada@acme.test', secret: ADMIN_KEY },
    { name: 'of adam', created_by: 'adam@acme.test', secret: ADMINISTRATOR_KEY },
  ],
};

export interface SignOnAdmin {
  readonly service: WebhooksFixture['service'];
  readonly dns: TextNameServer;
  advance(seconds: number): Promise<void>;
  /** Calls the Admin API below `/v1/organizations`, with a key of the primary owner unless told otherwise. */
  ask(method: string, path: string, body?: object, key?: string): Promise<HttpReply>;
  /** Publishes the value of a domain that the caller of the key has added. */
  publish(domain: HttpReply['body']): void;
  /** Adds a domain, publishes its value and verifies it. */
  addVerified(domain: string, key?: string): Promise<HttpReply['body']>;
  /** Events of the log about a thing, oldest first. */
  eventsOf(resourceId: string): Promise<HttpReply['body'][]>;
}

/** Call once per suite: one service whose DNS is the test's. */
export function useSignOnAdmin(database: TestDatabase, deployment: object = {}): SignOnAdmin {
  let dns: TextNameServer;
  let hooks: WebhooksFixture;
  beforeAll(async () => {
    dns = await TextNameServer.start();
    hooks = await startWebhooksFixture(database, {
      deployment: { sso: { dns_servers: [dns.address] }, ...deployment },
      provisioning: provisioning(PEOPLE),
    });
  });
  afterAll(async () => {
    await hooks?.stop();
    await dns?.close();
  });
  const ask: SignOnAdmin['ask'] = (method, path, body, key = ADMIN_KEY) =>
    hooks.call(method, `/v1/organizations${path}`, { key, body });
  const publish: SignOnAdmin['publish'] = ({ txt_name: name, txt_value: value }) =>
    void dns.texts.set(name as string, [value as string]);
  return {
    get service() {
      return hooks.service;
    },
    get dns() {
      return dns;
    },
    advance: (seconds) => hooks.advance(seconds),
    ask,
    publish,
    async addVerified(domain, key) {
      const made = await ask('POST', '/domains', { domain }, key);
      publish(made.body);
      const { status, body } = await ask('POST', `/domains/${domain}/verify`, undefined, key);
      if (status !== 200) throw new Error(`${domain} was not verified: ${JSON.stringify([made, body])}`);
      return body;
    },
    async eventsOf(resourceId) {
      const { body } = await ask('GET', `/audit_events?resource_id=${resourceId}&limit=100`);
      return (body.data as HttpReply['body'][]).toReversed();
    },
  };
}
