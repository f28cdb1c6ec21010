import { ApiError } from '@svc/contract';
import { describe, expect, it, vi } from 'vitest';
import type { CapacityLease } from '#engine';
import type { Authenticated, Exchange, Reserved, Selected } from '#exchange';
import { admit } from './admit.ts';

const journal = { accepting: true };

/** A request whose reservation and slot record whether they were released. */
function request() {
  const reservation = { release: vi.fn<() => void>() };
  const lease = { release: vi.fn<() => void>() };
  const admission = { model: { config: {} }, reservation, lease: undefined as unknown };
  const exchange = { admission, credential: { organizationId: 'org' }, disconnected: false };
  return {
    reservation,
    lease,
    admission,
    exchange,
    asExchange: exchange as unknown as Exchange & Authenticated & Selected & Reserved,
    asLease: lease as unknown as CapacityLease,
  };
}

/** Engines of which nothing has to be looked up. */
const engines = (take: () => CapacityLease | Promise<CapacityLease>) => ({
  admit: take,
  enginesKeepingNothing: () => undefined,
});

describe('admission to an engine', () => {
  it('is synchronous if the result is known', () => {
    const { admission, asExchange, asLease, lease } = request();
    expect(
      admit(
        engines(() => asLease),
        journal,
      )(asExchange),
    ).toBeUndefined();
    expect(admission.lease).toBe(lease);
  });

  it('waits for the slot if other nodes are asked', async () => {
    const { admission, asExchange, asLease, lease, reservation } = request();
    await admit(
      engines(() => Promise.resolve(asLease)),
      journal,
    )(asExchange);
    expect(admission.lease).toBe(lease);
    expect(reservation.release).not.toHaveBeenCalled();
  });

  it('D-78 reserves nothing for a refused request, synchronous or not', async () => {
    const refusal = new ApiError('capacity_busy');
    const now = request();
    const throwing = engines(() => {
      throw refusal;
    });
    expect(() => admit(throwing, journal)(now.asExchange)).toThrow(refusal);
    const later = request();
    await expect(
      admit(
        engines(() => Promise.reject(refusal)),
        journal,
      )(later.asExchange),
    ).rejects.toBe(refusal);
    const full = request();
    expect(() =>
      admit(
        engines(() => full.asLease),
        { accepting: false },
      )(full.asExchange),
    ).toThrow(ApiError);
    for (const { reservation, admission } of [now, later, full]) {
      expect(reservation.release).toHaveBeenCalledOnce();
      expect(admission.lease).toBeUndefined();
    }
  });

  it('keeps neither slot nor reservation for a client that left while it waited', async () => {
    const { admission, asExchange, asLease, exchange, lease, reservation } = request();
    const { promise, resolve } = Promise.withResolvers<CapacityLease>();
    const waiting = admit(
      engines(() => promise),
      journal,
    )(asExchange);
    exchange.disconnected = true;
    resolve(asLease);
    await waiting;
    expect([lease.release, reservation.release].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(admission.lease).toBeUndefined();
  });
});
