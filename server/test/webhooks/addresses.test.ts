import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpsSite, startNameServer, usualDatabase, type NameServer, type TestSite } from '#test-kit';
import { refusal, startWebhooksFixture, type WebhooksFixture } from './webhooks-fixture.ts';

const OPEN = '127.0.0.1';
const INNER = '127.0.0.2';
const database = await usualDatabase();

/** How host names resolve: `first` when saved, `later` at the attempts. */
let meanings: Record<string, { first: string; later: string }> = {};
let names: NameServer;
let hooks: WebhooksFixture;
let inner: Server;
let innerConnections = 0;
let secure: TestSite;

beforeAll(async () => {
  names = await startNameServer((name, type, asked) => {
    const meaning = meanings[name];
    if (!meaning || type === 'AAAA') return [{ records: [] }];
    return [{ records: [{ type: 'A', data: asked === 0 ? meaning.first : meaning.later }] }];
  });
  secure = await httpsSite((_request, response) => response.end('over TLS'));
  hooks = await startWebhooksFixture(database, {
    // A nonexistent proxy: a request through it would reach nobody.
    environment: {
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
    },
  });
  inner = createServer((_request, response) => response.end('inner secret'));
  inner.on('connection', () => innerConnections++);
  inner.listen(hooks.receiver.port, INNER);
  await once(inner, 'listening');
});
afterAll(async () => {
  inner.closeAllConnections();
  inner.close();
  await hooks.stop();
  await names.close();
  await secure.close();
});
beforeEach(() => {
  meanings = {};
  innerConnections = 0;
});

const attemptAt = async (url: string) => {
  const { status, body: webhook } = await hooks.call('POST', '/v1/webhooks', {
    body: { url, events: ['*'] },
  });
  expect(status).toBe(201);
  const { body } = await hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
  const read = () => hooks.call('GET', `/v1/webhooks/${webhook.id}/deliveries/${body.id}`);
  await expect.poll(async () => (await read()).body.attempt_count, { timeout: 10_000 }).toBe(1);
  const [attempt] = (await read()).body.attempts;
  await hooks.call('DELETE', `/v1/webhooks/${webhook.id}`);
  return attempt;
};

describe('the address of a webhook', () => {
  it('HOOK-12 D-HOOK-11 is checked when it is saved, as far as names can be resolved then', async () => {
    const save = (url: string) => hooks.call('POST', '/v1/webhooks', { body: { url, events: ['*'] } });
    meanings = {
      'inner.test': { first: INNER, later: INNER },
      'metadata.test': { first: '169.254.169.254', later: '169.254.169.254' },
      'open.test': { first: OPEN, later: OPEN },
    };
    for (const host of [
      'inner.test',
      'metadata.test',
      INNER,
      '169.254.169.254',
      '[::1]',
      'printer.local',
      'db.internal',
    ])
      for (const scheme of ['http', 'https']) {
        const refused = await save(`${scheme}://${host}:8443/`);
        expect(refusal(refused), host).toBe('400 invalid_url url');
        // The same for all: which names the network has is not told.
        expect(refused.body.error.message, host).toMatch(/must be of a public host.*allow_private_targets/);
      }
    const withPassword = await save('https://user:secret@open.test/');
    expect(withPassword.body.error.message).toContain('without user name and password');
    for (const url of [
      hooks.receiver.url('/x', 'open.test'),
      hooks.receiver.url('/x', 'localhost'),
      'https://nowhere.test/',
    ]) {
      const { status, body } = await save(url);
      expect([status, body.url]).toEqual([201, url]);
      await hooks.call('DELETE', `/v1/webhooks/${body.id}`);
    }
  });

  it('HOOK-55 D-HOOK-11 is checked again at each attempt, and no connection is made to a blocked one', async () => {
    meanings = { 'rebind.test': { first: OPEN, later: INNER } };
    expect(await attemptAt(hooks.receiver.url('/rebind', 'rebind.test'))).toMatchObject({
      succeeded: false,
      status_code: null,
      error: 'blocked_address',
    });
    expect(innerConnections).toBe(0);
    expect(hooks.receiver.at('/rebind')).toEqual([]);
  });

  it('HOOK-50 HOOK-55 D-HOOK-1 reports the cause of each failed attempt', async () => {
    hooks.receiver.reply('/to-inner', (response) =>
      response.writeHead(302, { location: `http://${INNER}:${hooks.receiver.port}/` }).end(),
    );
    expect(await attemptAt(hooks.receiver.url('/to-inner'))).toMatchObject({
      status_code: 302,
      error: 'redirect',
    });
    expect(innerConnections).toBe(0);
    expect(await attemptAt('https://nowhere.test/')).toMatchObject({ status_code: null, error: 'dns' });
    expect(await attemptAt('http://127.0.0.1:9/')).toMatchObject({ status_code: null, error: 'connect' });
    expect(await attemptAt(`https://127.0.0.1:${secure.port}/`)).toMatchObject({
      status_code: null,
      error: 'tls',
    });
    expect(await attemptAt(hooks.receiver.url('/direct'))).toMatchObject({ status_code: 204, error: null });
  });

  it('HOOK-12 must be https unless the operator allows plain HTTP, whatever networks are allowed', async () => {
    const closed = await startWebhooksFixture(database, { deployment: { webhooks: { allow_http: false } } });
    try {
      const plain = await closed.create('/x');
      expect(refusal(plain)).toBe('400 invalid_url url');
      expect(plain.body.error.message).toContain('must begin with https://');
      const { status } = await closed.create('/x', { url: `https://127.0.0.1:${secure.port}/` });
      expect(status).toBe(201);
    } finally {
      await closed.stop();
    }
  });
});
