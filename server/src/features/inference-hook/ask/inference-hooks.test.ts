import { expect, it, vi } from 'vitest';
import type { InferenceHookRecord } from '#features/organization';
import { createClock } from '#kit';
import { InferenceHooks, type InferenceHooksDeps } from './inference-hooks.ts';

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

it('POLICY-05 sends nothing that it cannot sign, and counts it as a failure', async () => {
  const send = vi.fn<() => Promise<never>>();
  const failed = vi.fn<() => void>();
  const hooks = new InferenceHooks({
    client: { send },
    seal: { open: () => ({ headers: {}, secrets: [] }) },
    monitor: { failed },
    clock: createClock(),
    measured: () => undefined,
  } as unknown as InferenceHooksDeps);
  const policy = hooks.policyFor(HOOK, EXCHANGE, PROMPT)!;
  await expect(policy.begin()).rejects.toMatchObject({ code: 'policy_unavailable' });
  expect(send).not.toHaveBeenCalled();
  expect(failed).toHaveBeenCalledOnce();
});
