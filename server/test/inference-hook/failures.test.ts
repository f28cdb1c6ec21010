import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_KEY, textReply } from '#test-kit';
import { body, MESSAGES } from '../messages/ask.ts';
import { readHook, setHook, startPolicyFixture, type PolicyFixture } from './policy-fixture.ts';

const DEAD = 'http://127.0.0.1:1/policy';

let fixture: PolicyFixture;
beforeAll(async () => {
  fixture = await startPolicyFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => {
  fixture.upstream.script(textReply('fine'));
  fixture.hook.take();
});

async function ask(): Promise<{ status: number; code: string | undefined; retryAfter: string | null }> {
  const reply = await fixture.service.post(MESSAGES, MAIN_KEY, body());
  const { error } = (await reply.json()) as { error?: { code: string } };
  return { status: reply.status, code: error?.code, retryAfter: reply.headers.get('retry-after') };
}

type Responder = (response: ServerResponse) => void;

const NO_VERDICTS: [string, Responder][] = [
  ['another status', (response) => void response.writeHead(500).end('{"action":"deny"}')],
  ['a 204', (response) => void response.writeHead(204).end()],
  ['a 201 with a verdict', (response) => void response.writeHead(201).end('{"action":"deny"}')],
  ['a redirect', (response) => void response.writeHead(302, { location: '/other' }).end()],
  [
    'over 64 KiB',
    (response) => void response.end(JSON.stringify({ action: 'deny', pad: 'x'.repeat(70_000) })),
  ],
  ['no JSON', (response) => void response.end('deny')],
  ['an unknown action', (response) => void response.end('{"action":"maybe"}')],
  ['a broken connection', (response) => void response.socket!.destroy()],
  ['silence', () => undefined],
  ['a slow body', (response) => void response.write('{"action":')],
];

describe.each(NO_VERDICTS)('a hook that answers with %s', (_, reply) => {
  it('POLICY-13 POLICY-14 has given no verdict: on_failure decides', async () => {
    const { service, hook } = fixture;
    hook.reply(reply);
    await setHook(service, `${hook.url}?${Math.random()}`, { timeout_ms: 300, on_failure: 'allow' });
    expect((await ask()).status).toBe(200);
    await setHook(service, `${hook.url}?${Math.random()}`, { timeout_ms: 300, on_failure: 'deny' });
    expect(await ask()).toEqual({ status: 503, code: 'policy_unavailable', retryAfter: '5' });
    expect(hook.take()).toHaveLength(2);
  });
});

it('POLICY-15 is not asked twice, and left alone after 20 failures in a row', async () => {
  const { service, hook } = fixture;
  hook.reply((response) => void response.writeHead(500).end());
  await setHook(service, `${hook.url}?breaker`, { on_failure: 'allow' });
  for (let i = 0; i < 25; i++) expect((await ask()).status).toBe(200);
  expect(hook.take()).toHaveLength(20);
  hook.reply({ action: 'allow' });
  await ask();
  expect(hook.take()).toHaveLength(0);
  await service.advance(30);
  await ask();
  await ask();
  expect(hook.take()).toHaveLength(2);
});

it('POLICY-15 a dead hook adds no latency once it is left alone, and each request counts as a failure', async () => {
  const { service, hook } = fixture;
  hook.reply(() => undefined);
  await setHook(service, `${hook.url}?silent`, { timeout_ms: 1000, on_failure: 'allow' });
  await Promise.all(Array.from({ length: 20 }, ask));
  const startedMs = performance.now();
  for (let i = 0; i < 10; i++) await ask();
  // Ten that waited would take ten seconds.
  expect(performance.now() - startedMs).toBeLessThan(5000);
  expect(await readHook(service)).toMatchObject({ status: 'failing' });
  expect((await readHook(service)).failed_1h).toBeGreaterThanOrEqual(30);
});

it('POLICY-13 a dead port is a failure and never a deny', async () => {
  await setHook(fixture.service, DEAD, { on_failure: 'allow' });
  expect((await ask()).status).toBe(200);
  await setHook(fixture.service, DEAD, { on_failure: 'deny' });
  expect(await ask()).toMatchObject({ status: 503, code: 'policy_unavailable' });
});
