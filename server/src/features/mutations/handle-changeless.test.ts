import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '@svc/contract';
import type { MemberExchange } from '#exchange';
import { createClock, Secret } from '#kit';
import { SealingRing } from '#sealing';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { handleChangeless } from './handle-changeless.ts';
import { IdempotentResponses, type StoredResponse } from './idempotent-responses.ts';

/** Its next look for a stored response is told late: the connection was slow. */
class LateResponses extends IdempotentResponses {
  until: Promise<void> | undefined;

  override async find(...args: Parameters<IdempotentResponses['find']>): Promise<StoredResponse | undefined> {
    const { until } = this;
    this.until = undefined;
    const found = await super.find(...args);
    await until;
    return found;
  }
}

const [database] = await testDatabases();
let opened: OpenTestDatabase;
beforeEach(async () => {
  opened = await database!.open();
});
afterEach(() => opened.close());

function exchangeOf(sent: object[]): MemberExchange {
  const person = { userId: 'user_1', email: 'pia@acme.test' };
  return {
    request: { headers: { 'idempotency-key': 'a' }, url: '/console/api/test' },
    operation: { method: 'POST' },
    person: { ...person, membership: { organizationId: 'org_1', role: 'owner' } },
    sink: {
      json: (_status: number, text: string, headers: string[]) =>
        sent.push({ body: JSON.parse(text) as unknown, replayed: headers.includes('idempotent-replayed') }),
    },
  } as unknown as MemberExchange;
}

it('IDEM-04 D-IDEM-2 a call is made once, even if the look for its response began before another request made it', async () => {
  const ring = new SealingRing(new Secret(randomBytes(32).toString('base64')));
  const responses = new LateResponses(ring, createClock(), () => LIMITS);
  const sent: object[] = [];
  let calls = 0;
  const step = handleChangeless(
    { db: opened.store.db, responses },
    async (_exchange: MemberExchange) => undefined,
    async () => ({ call: ++calls }),
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  responses.until = promise;
  const late = step(exchangeOf(sent));
  await step(exchangeOf(sent));
  resolve();
  await late;
  expect([calls, sent]).toEqual([
    1,
    [
      { body: { call: 1 }, replayed: false },
      { body: { call: 1 }, replayed: true },
    ],
  ]);
});
