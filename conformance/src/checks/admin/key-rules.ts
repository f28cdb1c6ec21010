import assert from 'node:assert/strict';
import { admin, keyOf, listAll, UTC, type Fields } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { askAs, PLACES } from '../auth/routes.ts';

const KEY = 'administered';

/** Changes the key for as long as `work` runs. */
async function withKey(deployment: Deployment, body: Fields, work: () => Promise<void>): Promise<void> {
  const key = await keyOf(deployment, KEY);
  const path = `/api_keys/${key.id}`;
  const before = Object.fromEntries(Object.keys(body).map((name) => [name, key[name]]));
  await admin(deployment, 'PATCH', path, body);
  try {
    await work();
  } finally {
    await admin(deployment, 'PATCH', path, before);
  }
}

async function assertOrigins(
  deployment: Deployment,
  wanted: Readonly<Record<string, boolean>>,
): Promise<void> {
  for (const [origin, passes] of Object.entries(wanted)) {
    const response = await askAs(deployment, 'models', KEY, { origin });
    if (passes) assert.equal(response.status, 200, origin);
    else assertError(response, { status: 403, code: 'origin_not_allowed' });
  }
}

check(
  'KEY-41 KEY-42 AUTH-15',
  'a deactivated key is refused from the next call on, and works again once reactivated',
  async (deployment) => {
    assert.equal((await chat(deployment, {}, { as: KEY })).status, 200);
    await withKey(deployment, { status: 'inactive' }, async () => {
      for (const place of PLACES)
        assertError(await askAs(deployment, place, KEY), {
          status: 401,
          code: place === 'chat' ? 'invalid_api_key' : 'inactive_api_key',
        });
    });
    assert.equal((await chat(deployment, {}, { as: KEY })).status, 200);
  },
);

check(
  'KEY-32 KEY-51 KEY-52 KEY-53',
  'entries are stored as origins, and a new list replaces the old one',
  async (deployment) => {
    await withKey(deployment, { allowed_origins: ['https://first.test'] }, async () => {
      const { id } = await keyOf(deployment, KEY);
      const sent = ['https://a.test/x?y', 'b.test', 'http://c.test:8080'];
      const stored = ['https://a.test', 'https://b.test', 'http://c.test:8080'];
      assert.deepEqual(
        (await admin(deployment, 'PATCH', `/api_keys/${id}`, { allowed_origins: sent }))['allowed_origins'],
        stored,
      );
      assert.deepEqual((await admin(deployment, 'GET', `/api_keys/${id}`))['allowed_origins'], stored);
      await assertOrigins(deployment, { 'https://first.test': false, 'https://b.test': true });
      assert.deepEqual(
        (await admin(deployment, 'PATCH', `/api_keys/${id}`, { allowed_origins: [] }))['allowed_origins'],
        [],
      );
      await assertOrigins(deployment, { 'https://first.test': true });
    });
  },
);

check('KEY-54 KEY-55', '*. matches every subdomain but not the domain itself', (deployment) =>
  withKey(deployment, { allowed_origins: ['*.a.test'] }, () =>
    assertOrigins(deployment, {
      'https://x.a.test': true,
      'https://y.x.a.test': true,
      'https://a.test': false,
      'https://xa.test': false,
    }),
  ),
);

check('KEY-56 KEY-57', 'a default port is ignored, and matching is case-insensitive', (deployment) =>
  withKey(deployment, { allowed_origins: ['HTTPS://A.Test:443', 'http://b.test'] }, () =>
    assertOrigins(deployment, {
      'https://a.test': true,
      'https://A.TEST:443': true,
      'http://B.test:80': true,
      'https://b.test': false,
    }),
  ),
);

check('KEY-58', 'an invalid entry is refused, and the list is unchanged', (deployment) =>
  withKey(deployment, { allowed_origins: ['https://a.test'] }, async () => {
    const { id } = await keyOf(deployment, KEY);
    await assert.rejects(
      admin(deployment, 'PATCH', `/api_keys/${id}`, {
        allowed_origins: ['https://b.test', 'https://a b.test'],
      }),
    );
    await assertOrigins(deployment, { 'https://a.test': true, 'https://b.test': false });
  }),
);

check(
  'KEY-33 KEY-74 KEY-75 KEY-76',
  'the IP allowlist applies from the next call on, and no header overrides the address',
  (deployment) =>
    withKey(deployment, { allowed_ips: ['203.0.113.7'] }, async () => {
      const forged = {
        'x-forwarded-for': '203.0.113.7',
        'x-real-ip': '203.0.113.7',
        forwarded: 'for=203.0.113.7',
      };
      const error = assertError(await askAs(deployment, 'models', KEY, forged), {
        status: 403,
        code: 'ip_not_allowed',
      });
      assert.match(error.message, /from \S*[0-9a-f:.]+\S* are not allowed/);
      const { id } = await keyOf(deployment, KEY);
      await admin(deployment, 'PATCH', `/api_keys/${id}`, {
        allowed_ips: ['203.0.113.7', '0.0.0.0/8', '127.0.0.0/8', '::1'],
      });
      if (new URL(deployment.baseUrl).hostname === '127.0.0.1')
        assert.equal((await askAs(deployment, 'models', KEY)).status, 200);
    }),
);

check('KEY-40', 'each change writes one audit event that says what changed', async (deployment) => {
  const { id, name } = await keyOf(deployment, KEY);
  const events = (): Promise<Fields[]> =>
    listAll(deployment, `/audit_events?event=api_key.updated&resource_id=${id}`);
  const before = (await events()).length;
  await withKey(deployment, { name: 'another name' }, () => Promise.resolve());
  const found = await events();
  assert.equal(found.length, before + 2);
  assert.deepEqual(found[1]?.['changes'], { name: { from: name, to: 'another name' } });
});

check(
  'KEY-18 KEY-19 KEY-20 KEY-26',
  'last use is recorded once a minute, with the IP address',
  async (deployment) => {
    deployment.requireClock();
    const read = (): Promise<Fields> => keyOf(deployment, KEY);
    for (let i = 0; i < 3; i++) await askAs(deployment, 'models', KEY);
    await deployment.advanceClock(61);
    const before = await read();
    for (let i = 0; i < 3; i++) await askAs(deployment, 'models', KEY);
    assert.equal((await read())['use_count'], before['use_count'], 'KEY-20 not yet');
    await deployment.advanceClock(61);
    const after = await read();
    assert.equal(Number(after['use_count']), Number(before['use_count']) + 3);
    assert.match(String(after['last_used_at']), UTC);
    assert.match(String(after['last_used_ip']), /^(127\.|::1)/);
    const unusedSince = async (time: unknown): Promise<boolean> =>
      (await listAll(deployment, `/api_keys?unused_since=${String(time)}`)).some(
        ({ id }) => id === after['id'],
      );
    assert.deepEqual(
      [
        await unusedSince(after['last_used_at']),
        await unusedSince(new Date(deployment.nowMs() + 1000).toISOString()),
      ],
      [false, true],
    );
  },
);

check(
  'KEY-48',
  'two keys work at the same time, and last_used_at shows when the older one is no longer used',
  async (deployment) => {
    deployment.requireClock();
    const used = async (name: string): Promise<unknown> => (await keyOf(deployment, name))['last_used_at'];
    for (const name of [KEY, 'second'])
      assert.equal((await askAs(deployment, 'models', name)).status, 200, name);
    await deployment.advanceClock(61);
    const [older, successor] = [await used(KEY), await used('second')];
    await deployment.advanceClock(120);
    assert.equal((await askAs(deployment, 'models', 'second')).status, 200);
    await deployment.advanceClock(61);
    assert.equal(await used(KEY), older);
    assert.ok(Date.parse(String(await used('second'))) > Date.parse(String(successor)));
  },
);
