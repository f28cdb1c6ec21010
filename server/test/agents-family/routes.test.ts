import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Operation } from '@svc/contract';
import { usualDatabase, type OpenTestDatabase } from '#test-kit';
import {
  OTHER_KEY,
  OTHER_ORGANIZATION_KEY,
  startAgentsFixture,
  type AgentsFixture,
  type Reply,
} from '../agents/agents-fixture.ts';
import { ADMIN_KEY, CODE_KEY, KEY, startCodeSignInNode } from '../code-sign-in/code-sign-in-node.ts';
import { bodyOf, FAMILY, FAMILY_FLAG, isOnOne, operationsOf, pathOf, type FamilyResource } from './family.ts';

const ROUTES = FAMILY.flatMap((resource) =>
  operationsOf(resource).map((operation) => [operation.id, resource, operation] as const),
);
const LIMIT = 5;

describe('credentials of the agents family', () => {
  it('SHARE-01 take a private key, and no other kind of credential', async () => {
    const opened = await (await usualDatabase()).open();
    const node = await startCodeSignInNode({ store: opened.store });
    try {
      const refusals = {
        [`pk_live_${'1'.repeat(64)}`]: ['public_key_rejected', undefined],
        [ADMIN_KEY]: ['inference_not_allowed', undefined],
        [CODE_KEY]: ['insufficient_scope', 'workspace_resources'],
        [(await node.signIn({ client: 'svc-code' })).access_token]: [
          'insufficient_scope',
          'workspace_resources',
        ],
      };
      const ask = async (bearer: string, { method, path }: Operation) => {
        const response = await fetch(node.url + pathOf({ path }, 'none'), {
          method,
          headers: { authorization: `Bearer ${bearer}`, 'svc-beta': FAMILY_FLAG },
        });
        const { error } = (await response.json()) as { error?: { code: string; required?: string } };
        return [response.status, error?.code, error?.required];
      };
      for (const [id, , operation] of ROUTES) {
        for (const [bearer, refusal] of Object.entries(refusals))
          expect([id, await ask(bearer, operation)]).toEqual([id, [403, ...refusal]]);
        const [status] = await ask(KEY, operation);
        expect([id, status]).not.toEqual([id, expect.toBeOneOf([401, 403])]);
      }
    } finally {
      await node.close();
      await opened.close();
    }
  });
});

describe('routes of the agents family', () => {
  let opened: OpenTestDatabase;
  let agents: AgentsFixture;
  beforeAll(async () => {
    opened = await (await usualDatabase()).open();
    agents = await startAgentsFixture(opened);
  });
  afterAll(async () => {
    await agents?.stop();
    await opened?.close();
  });

  const create = async (resource: FamilyResource, key?: string): Promise<string> => {
    const options = key === undefined ? {} : { key };
    const { status, body } = await agents.call('POST', resource.path, resource.creation('text'), options);
    expect(status).toBe(201);
    return body['id'] as string;
  };
  const send = (resource: FamilyResource, operation: Operation, id: string, options = {}): Promise<Reply> =>
    agents.call(operation.method, pathOf(operation, id), bodyOf(resource, operation), options);

  it.each(ROUTES)('SHARE-02 %s needs the flag of agents', async (_id, resource, operation) => {
    for (const flag of ['', 'mcp-tunnels-2026-12-01'])
      expect(agents.refusal(await send(resource, operation, 'none', { flag }))).toBe(
        '400 beta_required svc-beta',
      );
    const both = `mcp-tunnels-2026-12-01,${FAMILY_FLAG}`;
    expect((await send(resource, operation, 'none', { flag: both })).body['error']?.code).not.toBe(
      'beta_required',
    );
  });

  it.each(ROUTES.filter(([, resource, operation]) => isOnOne(resource, operation)))(
    'SHARE-03 %s answers alike for an unknown id and for one of another workspace',
    async (_id, resource, operation) => {
      const ids = ['none', await create(resource, OTHER_KEY), await create(resource, OTHER_ORGANIZATION_KEY)];
      const replies = await Promise.all(ids.map((id) => send(resource, operation, id)));
      const errors = replies.map(({ status, body }) => ({
        status,
        error: { ...body['error'], request_id: '' },
      }));
      expect(errors[0]).toMatchObject({ status: 404, error: { code: resource.notFound } });
      expect(errors.slice(1)).toEqual([errors[0], errors[0]]);
      for (const [i, key] of [OTHER_KEY, OTHER_ORGANIZATION_KEY].entries())
        expect((await agents.call('GET', `${resource.path}/${ids[i + 1]}`, undefined, { key })).status).toBe(
          200,
        );
    },
  );

  it('SHARE-20 are in the description under their tags, with the flag', async () => {
    const response = await fetch(`http://127.0.0.1:${agents.service.port}/api/openapi?beta=${FAMILY_FLAG}`);
    const { paths } = parse(await response.text()) as {
      paths: Record<string, Record<string, { tags?: string[]; 'x-svc-beta'?: string }>>;
    };
    const described = ROUTES.map(([id, , { method, path }]) => {
      const { tags, 'x-svc-beta': flag } = paths[path]?.[method.toLowerCase()] ?? {};
      return [id, tags, flag];
    });
    expect(described).toEqual(ROUTES.map(([id, { tag }]) => [id, [tag], FAMILY_FLAG]));
  });
});

describe('rates of the agents family', () => {
  it.each(ROUTES)('SHARE-14 %s counts with files and batches', async (_id, resource, operation) => {
    const opened = await (await usualDatabase()).open();
    const agents = await startAgentsFixture(opened, { files_batches_models_requests_per_minute: LIMIT });
    try {
      const ask = () => agents.call(operation.method, pathOf(operation, 'none'), bodyOf(resource, operation));
      const statuses = [];
      for (let i = 0; i <= LIMIT; i++) statuses.push((await ask()).status);
      expect(statuses.map((status) => status === 429)).toEqual([...Array<boolean>(LIMIT).fill(false), true]);
      expect((await agents.call('GET', '/v1/files')).status).toBe(429);
      expect((await agents.call('GET', '/v1/models')).status).toBe(200);
    } finally {
      await agents.stop();
      await opened.close();
    }
  });
});
