import { expect, it, vi } from 'vitest';
import { Secret, createClock, type KeptOrigin, type OutboundGuard } from '#kit';
import { HookClient } from './hook-client.ts';

const TARGET = {
  organizationId: 'org_1',
  url: 'http://hook.test/',
  timeoutMs: 100,
  headers: {},
  secrets: [new Secret('whsec_1')],
};

function startClient() {
  const keep = vi.fn<OutboundGuard['keep']>(
    () => ({ post: () => Promise.resolve({ status: 500, bytes: Buffer.alloc(0) }) }) as unknown as KeptOrigin,
  );
  const rules = { allowsHttp: true };
  const client = new HookClient({
    guard: { keep },
    clock: createClock(),
    allowsHttp: () => rules.allowsHttp,
  });
  return { client, keep, rules };
}

it('POLICY-03 takes plain HTTP only while the operator does', async () => {
  const { client, keep, rules } = startClient();
  await client.send(TARGET, '{}');
  await client.send(TARGET, '{}');
  rules.allowsHttp = false;
  await client.send(TARGET, '{}');
  expect(keep.mock.calls.map(([, given]) => given)).toEqual([{ allowsHttp: true }, { allowsHttp: false }]);
});

it('POLICY-13 keeps connections of its own for each organization', async () => {
  const { client, keep } = startClient();
  await client.send(TARGET, '{}');
  await client.send({ ...TARGET, organizationId: 'org_2' }, '{}');
  await client.send(TARGET, '{}');
  expect(keep).toHaveBeenCalledTimes(2);
});
