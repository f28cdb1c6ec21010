import { ApiError } from '@svc/contract';
import { expect, it, vi } from 'vitest';
import { enforceInferenceHook, type EnforceInferenceHookDeps } from './enforce-inference-hook.ts';

type Call = Parameters<ReturnType<typeof enforceInferenceHook>>[0];
type Begin = () => Promise<void>;

/** A call that has something reserved, in an organization that is looked up like this. */
function request(find: () => unknown, begin?: Begin) {
  const release = vi.fn<() => void>();
  const exchange = {
    credential: { organizationId: 'org' },
    call: { turns: [], tools: [] },
    admission: { reservation: { release } },
    disconnected: false,
  };
  const step = enforceInferenceHook({
    organizations: { find },
    inferenceHooks: { calls: { policyFor: () => begin && { begin } } },
  } as unknown as EnforceInferenceHookDeps);
  return { release, exchange, run: () => step(exchange as unknown as Call) };
}

const HOOKED = { inferenceHook: {} };

it('POLICY-10 keeps nothing reserved for a call that is refused', async () => {
  const denied = new ApiError('policy_denied', { extra: { policy_message: null } });
  for (const find of [() => HOOKED, () => Promise.resolve(HOOKED)]) {
    const { run, release } = request(find, () => Promise.reject(denied));
    await expect(run()).rejects.toBe(denied);
    expect(release).toHaveBeenCalledOnce();
  }
});

it('POLICY-10 keeps nothing reserved when the organization cannot be looked up', async () => {
  const unavailable = new ApiError('authorization_unavailable');
  const { run, release } = request(() => Promise.reject(unavailable));
  await expect(run()).rejects.toBe(unavailable);
  expect(release).toHaveBeenCalledOnce();
});

it('POLICY-10 keeps nothing reserved for a client that left, whether or not there is a hook', async () => {
  for (const organization of [{ inferenceHook: null }, HOOKED]) {
    const { run, release, exchange } = request(
      () => Promise.resolve(organization),
      organization === HOOKED ? () => Promise.resolve() : undefined,
    );
    const waiting = run();
    exchange.disconnected = true;
    await waiting;
    expect(release).toHaveBeenCalledOnce();
  }
});

it('waits for nothing where there is no hook', () => {
  const { run, release } = request(() => ({ inferenceHook: null }));
  expect(run()).toBeUndefined();
  expect(release).not.toHaveBeenCalled();
});
