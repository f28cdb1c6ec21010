import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, expect } from 'vitest';
import { createClock, type Clock } from '#kit';
import { SharedCounters, type TakeRequest } from '../index.ts';
import { RATE_SCRIPT } from '../rate-script.ts';
import { prefetchesKey, epochKey, leasesKey, ringKey } from '../redis-keys.ts';

export const WINDOW_MS = 60_000;
export const log = pino({ level: 'silent' });

/** Nodes that share the Redis at `url`. Call once per suite. */
export function installCounterNodes(url: string) {
  const redis = new Redis(url);
  const opened: SharedCounters[] = [];
  const organizations: string[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((node) => node.close()));
    for (const organizationId of organizations.splice(0)) await forget(organizationId);
  });
  afterAll(() => redis.disconnect());

  function newOrganization(): string {
    const organizationId = randomUUID();
    organizations.push(organizationId);
    return organizationId;
  }

  /** Everything that Redis has of an organization is lost. */
  async function forget(organizationId: string): Promise<void> {
    const keys = await redis.keys(`svc:{${organizationId}}:*`);
    if (keys.length > 0) await redis.del(keys);
  }

  /** Nodes that know the epoch of one organization. */
  async function openNodes(count: number, clock: Clock = createClock()) {
    const organizationId = newOrganization();
    const nodes = Array.from({ length: count }, () => new SharedCounters(url, { clock, log }));
    opened.push(...nodes);
    await expect.poll(() => nodes.some(({ unavailable }) => unavailable)).toBe(false);
    for (const node of nodes) await node.publishEpoch(organizationId, 1, { announce: false });
    const request = (limit: number) => ({ organizationId, counter: 'x', limit, windowMs: WINDOW_MS });
    return { organizationId, nodes, request };
  }

  /** A node that signs in to Redis as a user of its own, which goes with `dispose`. */
  async function openAs(...rules: readonly string[]) {
    const { organizationId, request } = await openNodes(0);
    const [user, password] = [`svc-test-${randomUUID()}`, randomUUID()];
    await redis.call('ACL', 'SETUSER', user, 'on', `>${password}`, '~svc:*', '+@all', ...rules);
    const address = Object.assign(new URL(url), { username: user, password });
    const node = new SharedCounters(address.href, { clock: createClock(), log });
    opened.push(node);
    await expect.poll(() => node.unavailable).toBe(false);
    await node.publishEpoch(organizationId, 1, { announce: false });
    await takeMany(node, 50, request(6000));
    await delay(200);
    return { node, organizationId, request, user, dispose: () => redis.call('ACL', 'DELUSER', user) };
  }

  /** A draw of a node that will never settle it, as if it had been killed. */
  async function prefetchAndVanish(organizationId: string, limit: number, ahead: number): Promise<void> {
    const keys = [ringKey, prefetchesKey].map((keyOf) => keyOf(organizationId, 'x'));
    const shared = [leasesKey(organizationId), epochKey(organizationId)];
    const entry = [limit, WINDOW_MS, 1, ahead, 1, 0, 0, ''];
    const outcome = await redis.eval(RATE_SCRIPT, 4, ...keys, ...shared, 0, 'gone', ...entry);
    expect(outcome).toEqual([expect.any(Number), 0, 0, ahead, '1']);
  }

  return { redis, newOrganization, forget, openNodes, openAs, prefetchAndVanish };
}

/** Requests one after the other; how many of them were accepted, and how many without asking Redis. */
export async function takeMany(node: SharedCounters, count: number, request: TakeRequest) {
  let [accepted, immediate] = [0, 0];
  for (let i = 0; i < count; i++) {
    const taken = node.take(request);
    if (!(taken instanceof Promise)) immediate++;
    if ((await taken).waitMs === 0) accepted++;
  }
  return { accepted, immediate };
}
