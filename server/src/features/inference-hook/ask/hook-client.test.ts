import { expect, it, vi } from 'vitest';
import { Secret, createClock, type KeptOrigin, type OutboundGuard } from '#kit';
import { HookClient } from './hook-client.ts';

const TARGET = { url: 'http://hook.test/', timeoutMs: 100, headers: {}, secrets: [new Secret('whsec_1')] };

it('POLICY-03 takes plain HTTP only while the operator does', async () => {
  const keep = vi.fn<OutboundGuard['keep']>(
    () => ({ post: () => Promise.resolve({ status: 500, bytes: Buffer.alloc(0) }) }) as unknown as KeptOrigin,
  );
  let allowed = true;
  const client = new HookClient({ guard: { keep }, clock: createClock(), allowsHttp: () => allowed });
  await client.send(TARGET, '{}');
  await client.send(TARGET, '{}');
  allowed = false;
  await client.send(TARGET, '{}');
  expect(keep.mock.calls.map(([, rules]) => rules)).toEqual([{ allowsHttp: true }, { allowsHttp: false }]);
});
