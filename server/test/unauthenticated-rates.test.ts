import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isPublicOperation,
  OAUTH_OPERATIONS,
  OPERATIONS,
  SIGN_IN_OPERATIONS,
  type Operation,
} from '@svc/contract';
import { startOwnRedis, usualDatabase, testRedisUrl, type OpenTestDatabase, type OwnRedis } from '#test-kit';
import { startCodeSignInNode, type CodeSignInNode } from './code-sign-in/code-sign-in-node.ts';

const oauth: readonly Operation[] = OAUTH_OPERATIONS.filter(isPublicOperation);
const others: readonly Operation[] = [...OPERATIONS, ...SIGN_IN_OPERATIONS].filter(isPublicOperation);
const RATES = { unauthenticated_requests_per_minute: others.length, oauth_requests_per_minute: oauth.length };
const database = await usualDatabase();
const canShare = (await testRedisUrl()) !== undefined;

async function ask(node: CodeSignInNode, { method, path }: Operation): Promise<Response> {
  return fetch(node.url + path, {
    method,
    ...(method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }),
  });
}

async function askAll(
  nodes: readonly CodeSignInNode[],
  operations: readonly Operation[],
): Promise<Response[]> {
  const responses = [];
  for (const [i, operation] of operations.entries())
    responses.push(await ask(nodes[i % nodes.length]!, operation));
  return responses;
}

describe('requests without a credential', () => {
  let opened: OpenTestDatabase;
  let redis: OwnRedis | undefined;
  beforeAll(async () => {
    opened = await database.open();
    if (canShare) redis = await startOwnRedis();
  });
  afterAll(async () => {
    await opened?.close();
    await redis?.kill();
  });

  const start = (redisUrl?: string) =>
    startCodeSignInNode({
      store: opened.store,
      deployment: { limits: RATES },
      ...(redisUrl === undefined ? {} : { redisUrl }),
    });

  async function assertLimits(nodes: readonly CodeSignInNode[]): Promise<void> {
    // One count for all operations without a credential, another for programs that sign users in.
    for (const operations of [others, oauth]) {
      const allowed = await askAll(nodes, operations);
      expect(allowed.map(({ status }) => status)).not.toContain(429);
      const refused = await askAll(nodes, operations);
      expect(refused.map(({ status }) => status)).toEqual(operations.map(() => 429));
      for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const node of nodes) {
      await node.clock.advance(60_000);
      expect((await ask(node, others[0]!)).status).not.toBe(429);
    }
  }

  it('are limited per network across all operations', async () => {
    expect(others.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['signIn', 'beginPasskeySignIn', 'requestPasswordReset', 'describeApi']),
    );
    const node = await start();
    await assertLimits([node]);
    await node.close();
  });

  it.runIf(canShare)('are counted by all nodes together', async () => {
    const nodes = [await start(redis!.url), await start(redis!.url)];
    await assertLimits(nodes);
    for (const node of nodes) await node.close();
  });

  it('are documented in the contract', () => {
    for (const { id, errors } of [...others, ...oauth]) expect(errors, id).toContain('rate_limited');
  });
});
