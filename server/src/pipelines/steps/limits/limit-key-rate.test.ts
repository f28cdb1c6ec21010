import { expect, it } from 'vitest';
import type { KeyExchange, KeyRestrictions } from '#exchange';
import { RequestRates, type SharedRates } from '#features/rate-limits';
import { createClock } from '#kit';
import { limitKeyRate } from './limit-key-rate.ts';
import { limitRate, type LimitRateDeps } from './limit-rate.ts';

const RESTRICTED: KeyRestrictions = {
  keyName: 'robot',
  models: null,
  hasBudget: false,
  requestsPerMinute: 2,
  tokensPerMinute: null,
};

/** Steps whose queries to Redis are recorded. `leasedEpoch`: what this node knows without asking. */
function open(leasedEpoch?: number) {
  const asked: string[] = [];
  const rates = new RequestRates(createClock(), { inference: 600, token_counting: 300 } as never);
  const sharedRates = {
    async take(group, _organizationId, caller, own) {
      asked.push(`${group}:${caller} of ${rates.window(group, own).limit}`);
      return { waitMs: 0, epoch: 1 };
    },
    readEpoch() {
      if (leasedEpoch !== undefined) return leasedEpoch;
      asked.push('epoch');
      return Promise.resolve(1);
    },
  } satisfies Partial<SharedRates> as unknown as SharedRates;
  const deps = {
    rates,
    sharedRates,
    epochs: { isCurrent: (_id: string, epoch: number) => epoch === 1, note: () => {} },
    credentialCaches: [],
  } as unknown as LimitRateDeps;
  const exchange = (restrictions: KeyRestrictions | null): KeyExchange =>
    ({
      request: {
        headers: { authorization: `Bearer sk_svc_${'0'.repeat(64)}` },
        rawHeaders: [],
      },
      key: { id: 'apikey_1', organizationId: 'org_1' },
      credential: { keyId: 'apikey_1', organizationId: 'org_1', restrictions },
    }) as unknown as KeyExchange;
  const verify = () => void asked.push('credential');
  return {
    asked,
    chat: (restrictions: KeyRestrictions | null) =>
      limitRate(deps, 'inference', verify)(exchange(restrictions)),
    count: (restrictions: KeyRestrictions | null) =>
      limitRate(deps, 'token_counting', verify)(exchange(restrictions)),
    embed: (restrictions: KeyRestrictions | null) => limitKeyRate(deps, verify)(exchange(restrictions)),
  };
}

it('queries Redis once for each request, whatever limit the key has', async () => {
  const { asked, chat, embed } = open();
  await chat(null);
  await chat(RESTRICTED);
  await chat({ ...RESTRICTED, requestsPerMinute: 1000 });
  await chat({ ...RESTRICTED, requestsPerMinute: null });
  expect(asked).toEqual(['600', '2', '600', '600'].map((limit) => `inference:apikey_1 of ${limit}`));
  asked.length = 0;
  await embed(null);
  await embed({ ...RESTRICTED, requestsPerMinute: null });
  await embed(RESTRICTED);
  expect(asked).toEqual(['epoch', 'epoch', 'inference:apikey_1 of 2']);
});

it('leaves other counts of the key as they are', async () => {
  const { asked, count } = open();
  await count(RESTRICTED);
  expect(asked).toEqual(['token_counting:apikey_1 of 300']);
});

it('answers at once where the epoch is leased, and verifies the credential again if it was changed', async () => {
  const leased = open(1);
  expect(leased.embed(null)).toBeUndefined();
  expect(leased.asked).toEqual([]);
  const changed = open(2);
  await changed.embed(null);
  expect(changed.asked).toEqual(['credential']);
});
