import { expect, it, vi } from 'vitest';
import type { InferenceHookRecord } from '#features/organization';
import { createClock, Secret } from '#kit';
import type { HookClient } from './hook-client.ts';
import { InferenceHooks, type InferenceHooksDeps } from './inference-hooks.ts';
import type { ShownPrompt } from './write-prompt.ts';

type Asker = Parameters<InferenceHooks['policyFor']>[1];

const PROMPT = { turns: [], tools: [] };
const HOOK = {
  url: 'https://hook.test/',
  mode: 'enforce',
  onFailure: 'deny',
  timeoutMs: 1000,
  events: ['prompt', 'tool_call'],
  workspaceIds: null,
} as unknown as InferenceHookRecord;
const EXCHANGE = {
  credential: { keyId: 'key', userId: 'user', organizationId: 'org', workspaceId: 'w' },
  requestId: 'req',
  operation: { path: '/v1/messages' },
  admission: { model: { id: 'm' } },
  metadata: null,
  signal: new AbortController().signal,
} as unknown as Asker;

function startHooks(send: HookClient['send'], secrets = [new Secret('whsec_1')]) {
  const failed = vi.fn<() => void>();
  const error = vi.fn<() => void>();
  const hooks = new InferenceHooks({
    client: { send },
    seal: { open: () => ({ headers: {}, secrets }) },
    monitor: { failed, verdict: () => undefined },
    clock: createClock(),
    log: { error },
    measured: () => undefined,
  } as unknown as InferenceHooksDeps);
  return { hooks, failed, error };
}

it('POLICY-05 sends nothing that it cannot sign, and counts it as a failure', async () => {
  const send = vi.fn<() => Promise<never>>();
  const { hooks, failed } = startHooks(send, []);
  const policy = hooks.policyFor(HOOK, EXCHANGE, PROMPT)!;
  await expect(policy.begin()).rejects.toMatchObject({ code: 'policy_unavailable' });
  expect(send).not.toHaveBeenCalled();
  expect(failed).toHaveBeenCalledOnce();
});

it('POLICY-06 holds few bytes in memory for what no call waits for, and nothing once it is closed', async () => {
  const signals: AbortSignal[] = [];
  const send = vi.fn<HookClient['send']>((_target, _body, signal) => {
    signals.push(signal!);
    return new Promise((_, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
    );
  });
  const { hooks, failed, error } = startHooks(send);
  const prompt: ShownPrompt = {
    turns: [{ role: 'user', blocks: [{ type: 'text', text: 'x'.repeat(5 * 1_048_576) }] }],
    tools: [],
  };
  for (let i = 0; i < 8; i++) await hooks.policyFor({ ...HOOK, mode: 'shadow' }, EXCHANGE, prompt)!.begin();
  await expect.poll(() => send.mock.calls.length).toBe(6);
  expect(failed).toHaveBeenCalledTimes(2);
  hooks.close();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  await Promise.resolve();
  expect(error).not.toHaveBeenCalled();
});

it('POLICY-15 leaves a hook alone whatever calls of before still ask at its former URL', async () => {
  const send = vi.fn<HookClient['send']>(({ url }) =>
    Promise.resolve(
      url === HOOK.url
        ? { kind: 'failed', failure: 'connect', durationMs: 1 }
        : { kind: 'verdict', action: 'allow', reason: null, message: null, durationMs: 1 },
    ),
  );
  const { hooks } = startHooks(send);
  const former = { ...HOOK, url: 'https://former.test/' };
  for (let i = 0; i < 25; i++) {
    await hooks.policyFor(former, EXCHANGE, PROMPT)!.begin();
    await hooks
      .policyFor(HOOK, EXCHANGE, PROMPT)!
      .begin()
      .catch(() => undefined);
  }
  expect(send.mock.calls.filter(([{ url }]) => url === HOOK.url)).toHaveLength(20);
});
