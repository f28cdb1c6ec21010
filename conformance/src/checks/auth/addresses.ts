import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { NotRun } from '../../runner/not-run.ts';
import { askAs, PLACES, type Place } from './routes.ts';

const LISTED = '127.0.0.1';
const OTHER = '127.0.0.2';

type Headers = Readonly<Record<string, string>>;

async function assertDenied(
  deployment: Deployment,
  name: string,
  headers: Headers = {},
  places: readonly Place[] = PLACES,
): Promise<void> {
  assertLoopback(deployment);
  for (const place of places) {
    const error = assertError(await askAs(deployment, place, name, headers, { localAddress: OTHER }), {
      status: 403,
      code: 'ip_not_allowed',
    });
    assert.ok(error.message.includes(OTHER), `KEY-76 the message states the address seen: ${error.message}`);
  }
}

/** The lists of the suite's keys name loopback addresses, and only over loopback can the caller's address be chosen. */
function assertLoopback(deployment: Deployment): void {
  if (new URL(deployment.baseUrl).hostname !== LISTED)
    throw new NotRun('needs a service on this machine, given as --base-url http://127.0.0.1:PORT');
}

check(
  'AUTH-19 KEY-75 KEY-76',
  'an address outside the IP allowlist of the key is refused, and the message names the address',
  async (deployment) => {
    const origin = { origin: 'https://app.acme.test' };
    await assertDenied(deployment, 'addresses', origin);
    assertReply(await askAs(deployment, 'chat', 'addresses', origin, { localAddress: LISTED }));
  },
);

check('KEY-73', 'an empty list places no restriction', async (deployment) => {
  assertLoopback(deployment);
  for (const localAddress of [LISTED, OTHER, '127.1.2.3'])
    assertReply(await askAs(deployment, 'chat', 'main', {}, { localAddress }));
});

check(
  'AUTH-19 KEY-68',
  'an address allowed by the key but not by the workspace is refused',
  async (deployment) => {
    await assertDenied(deployment, 'fenced');
    assertReply(await askAs(deployment, 'chat', 'fenced', {}, { localAddress: LISTED }));
  },
);

check(
  'AUTH-19 KEY-68',
  'an address allowed by the workspace but not by the key is refused',
  async (deployment) => {
    await assertDenied(deployment, 'narrow_in_wide');
    assertReply(await askAs(deployment, 'chat', 'narrow_in_wide', {}, { localAddress: LISTED }));
  },
);

check(
  'AUTH-19 KEY-78',
  'the IP allowlist of an admin key applies to the models too, and is checked before what admin keys may do (D-65)',
  async (deployment) => {
    await assertDenied(deployment, 'admin_fenced');
    assert.equal(
      (await askAs(deployment, 'models', 'admin_fenced', {}, { localAddress: LISTED })).status,
      200,
    );
    assertError(await askAs(deployment, 'chat', 'admin_fenced', {}, { localAddress: LISTED }), {
      status: 403,
      code: 'inference_not_allowed',
    });
  },
);

check('AUTH-20 KEY-74', 'no header changes the address of the caller', async (deployment) => {
  const names = [
    'x-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'fastly-client-ip',
    'x-original-forwarded-for',
  ];
  const forged = {
    ...Object.fromEntries(names.map((name) => [name, LISTED])),
    forwarded: `for=${LISTED}`,
    via: `1.1 ${LISTED}`,
  };
  await assertDenied(deployment, 'fenced', forged);
  const elsewhere = {
    ...Object.fromEntries(names.map((name) => [name, '203.0.113.9'])),
    forwarded: 'for=203.0.113.9',
  };
  assertReply(await askAs(deployment, 'chat', 'fenced', elsewhere, { localAddress: LISTED }));
});

check(
  'AUTH-21 KEY-78',
  'the address is checked before origin, rate, flags, size, media type and body',
  async (deployment) => {
    await assertDenied(deployment, 'addresses', {
      origin: 'https://elsewhere.test',
      'svc-beta': 'nope-2026-01-01',
      'svc-version': '1999-01-01',
    });
    const authorization = `Bearer ${deployment.credential('addresses')}`;
    const headers = {
      authorization,
      'content-type': 'text/plain',
      'content-encoding': 'gzip',
      'content-length': '2000001',
    };
    const response = await deployment.send(CHAT, {
      method: 'POST',
      headers,
      body: '{',
      unfinished: true,
      localAddress: OTHER,
    });
    assertError(response, { status: 403, code: 'ip_not_allowed' });
    if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0);
  },
);

check(
  'AUTH-21',
  'the address is checked after the key: an invalid key reveals nothing about addresses (D-65)',
  async (deployment) => {
    assertLoopback(deployment);
    for (const name of ['revoked', 'expired']) {
      assertError(await askAs(deployment, 'chat', name, {}, { localAddress: OTHER }), {
        status: 401,
        code: `${name}_api_key`,
      });
    }
  },
);
