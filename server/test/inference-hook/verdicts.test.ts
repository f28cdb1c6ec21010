import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAIN_KEY, textReply } from '#test-kit';
import { askRefused, askWhole, body, MESSAGES } from '../messages/ask.ts';
import {
  administer,
  auditEvents,
  OTHER_KEY,
  readHook,
  setHook,
  startPolicyFixture,
  type PolicyFixture,
} from './policy-fixture.ts';

const DENY = { action: 'deny', reason: 'R-marker card number', message: 'No card numbers, please.' };

let fixture: PolicyFixture;
beforeAll(async () => {
  // Whatever is asked is paid from credits.
  const plan = { id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] };
  fixture = await startPolicyFixture({ plans: [plan] });
});
afterAll(() => fixture.stop());
beforeEach(() => {
  fixture.upstream.script(textReply('fine', { usage: { prompt_tokens: 30, completion_tokens: 4 } }));
  fixture.hook.reply({ action: 'allow' });
  fixture.hook.take();
});

const ask = (fields: object = {}, key = MAIN_KEY): Promise<Response> =>
  fixture.service.post(MESSAGES, key, body({ ...fields }));

it('POLICY-06 off never calls, shadow calls and refuses nothing, enforce obeys', async () => {
  const { service, hook } = fixture;
  hook.reply(DENY);
  await setHook(service, hook.url, { mode: 'off' });
  expect((await ask()).status).toBe(200);
  expect(hook.take()).toEqual([]);
  await setHook(service, hook.url, { mode: 'shadow' });
  const before = await readHook(service);
  expect((await ask()).status).toBe(200);
  await expect.poll(() => hook.questions.length).toBe(1);
  await expect
    .poll(async () => (await readHook(service)).denied_1h as number)
    .toBe((before.denied_1h as number) + 1);
  expect(await auditEvents(service, 'inference_hook.denied')).toEqual([]);
  await setHook(service, hook.url);
  expect(await askRefused(service, {})).toMatchObject({ status: 403, code: 'policy_denied' });
});

it('POLICY-09 asks nobody about a call that nobody pays for', async () => {
  const { service, hook } = fixture;
  await setHook(service, hook.url);
  const limited = { scope: { type: 'organization' }, limit_usd: '0.000001' };
  const made = await administer(service, 'POST', '/v1/organizations/spend_limits', limited);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await expect.poll(async () => (await ask()).status).toBe(402);
  hook.take();
  expect((await ask()).status).toBe(402);
  expect(hook.take()).toEqual([]);
  await administer(service, 'DELETE', `/v1/organizations/spend_limits/${made.body.id}`);
});

it('POLICY-10 a deny is 403 with the message, the engine hears nothing, and nothing is charged', async () => {
  const { service, hook, upstream } = fixture;
  await setHook(service, hook.url);
  hook.reply(DENY);
  const asked = upstream.requests.length;
  const reply = await ask();
  expect(reply.status).toBe(403);
  const refused = (await reply.json()) as { error: Record<string, unknown> };
  expect(refused.error).toMatchObject({ code: 'policy_denied', policy_message: 'No card numbers, please.' });
  expect(JSON.stringify(refused)).not.toContain('R-marker');
  hook.reply({ action: 'deny' });
  const plain = (await (await ask()).json()) as { error: Record<string, unknown> };
  expect(plain.error['policy_message']).toBeNull();
  expect(upstream.requests.length).toBe(asked);
});

it('POLICY-11 the reason stands in the audit log and nowhere a caller sees', async () => {
  const { service, hook } = fixture;
  await setHook(service, hook.url);
  hook.reply(DENY);
  const reply = await ask({ metadata: { end_user_id: 'u-7' } });
  const requestId = reply.headers.get('x-request-id');
  await reply.text();
  const [event] = await auditEvents(service, 'inference_hook.denied');
  expect(event).toMatchObject({
    actor: { type: 'api_key' },
    request_id: requestId,
    details: { method: 'POST', path: MESSAGES, status: 403, reason: DENY.reason },
  });
  expect(service.logLines.join('')).not.toContain('R-marker');
});

it('POLICY-08 asks about the workspaces it is limited to', async () => {
  const { service, hook } = fixture;
  hook.reply(DENY);
  await setHook(service, hook.url);
  await ask();
  const own = hook.take()[0]!.body.workspace_id as string;
  await setHook(service, hook.url, { workspace_ids: [own] });
  expect((await ask()).status).toBe(403);
  expect((await ask({}, OTHER_KEY)).status).toBe(200);
  expect(hook.take()).toHaveLength(1);
});

it('POLICY-09 is asked about nothing that we refuse ourselves', async () => {
  const { service, hook } = fixture;
  await setHook(service, hook.url);
  expect((await ask({}, `sk_live_${'9'.repeat(64)}`)).status).toBe(401);
  expect((await ask({ model: 'nobody' })).status).toBe(404);
  expect((await ask({ messages: [] })).status).toBe(400);
  expect(hook.take()).toEqual([]);
});

it('POLICY-19 POLICY-05 POLICY-04 sees the prompt as the model gets it, signed, with the headers of the organization', async () => {
  const { service, hook } = fixture;
  await setHook(service, hook.url, { headers: [{ name: 'Authorization', value: 'Bearer own-token' }] });
  const secret = await rotated();
  await askWhole(service, {
    system: 'Be brief.',
    metadata: { end_user_id: 'u-7' },
    tools: [{ type: 'svc_web_fetch' }],
  });
  const [question] = hook.take();
  expect(question!.body).toMatchObject({
    id: expect.stringMatching(/^hook_/),
    type: 'prompt',
    endpoint: MESSAGES,
    model: 'Svc Standard',
    request_id: expect.stringMatching(/^req_/),
    actor: { type: 'api_key', id: expect.stringMatching(/^apikey_/) },
    end_user_id: 'u-7',
    tools: ['svc_web_fetch'],
    truncated: false,
  });
  const roles = (question!.body.messages as { role: string }[]).map(({ role }) => role);
  // Ours comes before the caller's.
  expect(roles).toEqual(['system', 'system', 'user']);
  expect(question!.text).toContain('Be brief.');
  expect(question!.headers['authorization']).toBe('Bearer own-token');
  const [, t, signature] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(String(question!.headers['svc-signature']))!;
  expect(createHmac('sha256', secret).update(`${t}.${question!.text}`).digest('hex')).toBe(signature);
});

async function rotated(): Promise<string> {
  const path = '/v1/organizations/inference_hook/rotate_secret';
  const { body: secret } = await administer(fixture.service, 'POST', path);
  return secret.signing_secret as string;
}

it('POLICY-23 its latency is in the log and the metrics on its own', async () => {
  const { service, hook } = fixture;
  await setHook(service, hook.url);
  hook.reply((response) => void setTimeout(() => response.end('{"action":"allow"}'), 200));
  const { id } = await askWhole(service);
  expect(id).toBeTruthy();
  await expect.poll(() => service.logLines.some((line) => line.includes('"policy_ms"'))).toBe(true);
  const line = service.logLines.findLast((one) => one.includes('"policy_ms"'))!;
  expect((JSON.parse(line) as { policy_ms: number }).policy_ms).toBeGreaterThan(150);
});
