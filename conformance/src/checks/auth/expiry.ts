import assert from 'node:assert/strict';
import { keyOf } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { check } from '../../runner/check.ts';
import { advanceTo } from './clock.ts';
import { askAs, PLACES } from './routes.ts';

/** When the key `expiring` ends, as fixture/provisioning.yaml says. */
const EXPIRES_AT_MS = Date.UTC(2090, 0, 1);

// Time cannot be moved back: in a variant that nothing else asks about dates, and before the year retirement is about.
check(
  'AUTH-12 KEY-45',
  'a key stops working at its expiry, even while it is cached',
  async (deployment) => {
    await advanceTo(deployment, EXPIRES_AT_MS - 30_000);
    assertReply(await askAs(deployment, 'chat', 'expiring'));
    assert.equal((await keyOf(deployment, 'expiring'))['status'], 'active');
    await deployment.advanceClock(31);
    assert.equal((await keyOf(deployment, 'expiring'))['status'], 'expired');
    for (const place of PLACES)
      assertError(await askAs(deployment, place, 'expiring'), { status: 401, code: 'expired_api_key' });
    assertReply(await askAs(deployment, 'chat', 'main'));
  },
  { variant: 'unknown-model-error' },
);
