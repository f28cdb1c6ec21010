import { expect } from 'vitest';
import { MAIN_KEY, refusal, textReply, type HttpReply } from '#test-kit';
import { administer } from '../inference-hook/policy-fixture.ts';
import { body, MESSAGES } from '../messages/ask.ts';
import type { Attacked, Caller } from './caller.ts';
import type { Trial } from './trap-network.ts';

const HOOK = '/v1/organizations/inference_hook';
const WEBHOOKS = '/v1/organizations/webhooks';

const putHook = ({ fixture }: Attacked, trial: Trial): Promise<HttpReply> =>
  administer(fixture.service, 'PUT', HOOK, {
    url: trial.url('/policy'),
    mode: 'enforce',
    on_failure: 'deny',
  });
const createWebhook = ({ fixture }: Attacked, trial: Trial): Promise<HttpReply> =>
  administer(fixture.service, 'POST', WEBHOOKS, { url: trial.url('/hook'), events: ['*'] });

/** `isAsked`: over a connection that is already open when the name turns. */
async function askHook(attacked: Attacked, trial: Trial, isAsked = false): Promise<unknown> {
  const { service, upstream } = attacked.fixture;
  upstream.script(textReply('fine'));
  expect((await putHook(attacked, trial)).status).toBeLessThan(300);
  const test = async () => (await administer(service, 'POST', `${HOOK}/test`)).body;
  if (isAsked) expect(await test()).toMatchObject({ verdict: { action: 'allow' } });
  trial.turn();
  try {
    const { failure } = await test();
    const asked = upstream.requests.length;
    const reply = await service.post(MESSAGES, MAIN_KEY, body());
    const { error } = (await reply.json()) as { error?: { code: string } };
    return { failure, status: reply.status, code: error?.code, generated: upstream.requests.length - asked };
  } finally {
    await administer(service, 'DELETE', HOOK);
  }
}

async function deliver(attacked: Attacked, trial: Trial): Promise<unknown> {
  const { service } = attacked.fixture;
  const created = await createWebhook(attacked, trial);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  trial.turn();
  const webhook = `${WEBHOOKS}/${String(created.body.id)}`;
  const { body: delivery } = await administer(service, 'POST', `${webhook}/test`);
  const read = (): Promise<HttpReply> =>
    administer(service, 'GET', `${webhook}/deliveries/${String(delivery.id)}`);
  await expect.poll(async () => (await read()).body.attempt_count, { timeout: 30_000 }).toBe(1);
  const [{ status_code, error }] = (await read()).body.attempts;
  await administer(service, 'DELETE', webhook);
  return { status_code, error };
}

const denied = (failure: string): object => ({
  failure,
  status: 503,
  code: 'policy_unavailable',
  generated: 0,
});

export const hookCallers: readonly Caller[] = [
  {
    name: 'an inference hook',
    files: ['features/inference-hook/ask/hook-client.ts'],
    run: (attacked, trial) => askHook(attacked, trial),
    refused: denied('blocked_address'),
    redirected: denied('redirect'),
  },
  {
    name: 'an inference hook over a connection that is kept',
    files: ['features/inference-hook/ask/hook-client.ts'],
    run: (attacked, trial) => askHook(attacked, trial, true),
    // Asked at the address that was checked, whatever the name means now.
    refused: { failure: null, status: 200, code: undefined, generated: 1 },
    redirected: denied('redirect'),
  },
  {
    name: 'a delivery of a webhook',
    files: ['features/webhooks/sender/attempt-delivery.ts'],
    run: deliver,
    refused: { status_code: null, error: 'blocked_address' },
    redirected: { status_code: 302, error: 'redirect' },
  },
  {
    name: 'the address of a hook when it is saved',
    files: ['features/webhooks/url-check.ts'],
    async run(attacked, trial) {
      trial.turn();
      const replies = [await putHook(attacked, trial), await createWebhook(attacked, trial)];
      return replies.map(refusal);
    },
    refused: ['400 invalid_url url', '400 invalid_url url'],
  },
];
