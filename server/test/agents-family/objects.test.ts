import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import {
  OTHER_KEY,
  startAgentsFixture,
  ZERO_RETENTION_KEY,
  type AgentsFixture,
  type Reply,
} from '../agents/agents-fixture.ts';
import { bodyOf, FAMILY, operationsOf, pathOf, type FamilyResource } from './family.ts';

const NAMED = FAMILY.map((resource) => [resource.type, resource] as const);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DAY_S = 86_400;

describe.each(await httpDatabases(import.meta.filename))(
  'objects of the agents family on $kind',
  (database) => {
    let opened: OpenTestDatabase;
    let agents: AgentsFixture;
    beforeAll(async () => {
      opened = await database.open();
      agents = await startAgentsFixture(opened);
    });
    afterAll(async () => {
      await agents?.stop();
      await opened?.close();
    });

    const create = async (
      resource: FamilyResource,
      more: object = {},
      options = {},
    ): Promise<Reply['body']> => {
      const sent = { ...resource.creation('text'), ...more };
      const { status, body } = await agents.call('POST', resource.path, sent, options);
      expect([status, body['error']]).toEqual([201, undefined]);
      return body;
    };
    const one = ({ path }: FamilyResource, { id }: Reply['body'], rest = ''): string =>
      `${path}/${id}${rest}`;
    const workspaceId = async (): Promise<string> => {
      const { body } = await agents.admin('GET', '/workspaces');
      return body['data'].find(({ name }: { name: string }) => name === 'Default').id as string;
    };
    const listed = async (resource: FamilyResource, query: string, options = {}): Promise<string[]> => {
      const { body } = await agents.call('GET', `${resource.path}?${query}`, undefined, options);
      return body['data'].map(({ id }: { id: string }) => id) as string[];
    };

    it.each(NAMED)('SHARE-04 %s has every field in every answer', async (type, resource) => {
      const made = await create(resource);
      const answers = [
        made,
        (await agents.call('GET', one(resource, made))).body,
        (await agents.call('GET', resource.path)).body['data'][0],
        (await agents.call('PATCH', one(resource, made), resource.change)).body,
        (await agents.call('POST', one(resource, made, '/archive'))).body,
      ];
      for (const answer of answers) {
        expect(Object.keys(answer)).toEqual(Object.keys(made));
        expect(answer).toMatchObject({ id: made['id'], type, workspace_id: await workspaceId() });
        for (const name of ['created_at', 'updated_at']) expect(answer[name]).toMatch(TIME);
        expect(Object.values(answer)).not.toContain(undefined);
      }
      expect(answers.map((answer) => answer['archived_at'])).toEqual([
        ...Array<null>(4).fill(null),
        expect.stringMatching(TIME),
      ]);
    });

    it.each(NAMED)('SHARE-05 %s names the field that is unknown or wrong', async (_type, resource) => {
      const made = await create(resource);
      for (const operation of operationsOf(resource)) {
        const body = bodyOf(resource, operation);
        if (body === undefined) continue;
        const send = async (more: object): Promise<string> =>
          agents.refusal(
            await agents.call(operation.method, pathOf(operation, made['id'] as string), {
              ...body,
              ...more,
            }),
          );
        expect(await send({ color: 'red' })).toBe('400 unknown_parameter color');
        expect(await send({ name: 7 })).toBe('400 invalid_parameter name');
        expect(await send({ metadata: { team: 7 } })).toBe('400 invalid_parameter metadata.team');
      }
    });

    it.each(NAMED)(
      'SHARE-06 SHARE-09 %s is left out of lists once archived, for good',
      async (_type, resource) => {
        const options = { key: OTHER_KEY };
        const [kept, archived] = [await create(resource, {}, options), await create(resource, {}, options)];
        const archive = () => agents.call('POST', one(resource, archived, '/archive'), undefined, options);
        const first = await archive();
        expect([first.status, first.body['archived_at']]).toEqual([200, expect.stringMatching(TIME)]);
        await agents.service.advance(5);
        expect((await archive()).body).toEqual(first.body);
        expect((await agents.call('GET', one(resource, archived), undefined, options)).body).toEqual(
          first.body,
        );
        expect(
          agents.refusal(await agents.call('PATCH', one(resource, archived), resource.change, options)),
        ).toBe('409 resource_conflict');
        const unarchive = await agents.call(
          'POST',
          one(resource, archived, '/unarchive'),
          undefined,
          options,
        );
        expect(unarchive.status).toBeOneOf([404, 405]);
        for (const query of ['', 'include_archived=false'])
          expect(await listed(resource, query, options)).toEqual([kept['id']]);
        const both = [archived['id'], kept['id']];
        expect(await listed(resource, 'include_archived=true', options)).toEqual(both);
        expect(await listed(resource, 'include_archived=true&limit=1', options)).toEqual(both.slice(0, 1));
        expect(await listed(resource, `include_archived=true&after_id=${both[0]}`, options)).toEqual(
          both.slice(1),
        );
        expect(await listed(resource, `before_id=${both[1]}`, options)).toEqual([]);
        expect(agents.refusal(await agents.call('GET', `${resource.path}?include_archived=yes`))).toBe(
          '400 invalid_parameter include_archived',
        );
      },
    );

    it.each(NAMED)(
      'SHARE-07 %s keeps 16 pairs of metadata, which a PATCH replaces',
      async (_type, resource) => {
        const pairs = (count: number, value = 'x') =>
          Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, value]));
        const made = await create(resource, { metadata: pairs(16, 'v'.repeat(512)) });
        expect(made['metadata']).toEqual(pairs(16, 'v'.repeat(512)));
        const wrong: [object, string][] = [
          [pairs(17), 'metadata'],
          [{ ['k'.repeat(65)]: 'x' }, `metadata.${'k'.repeat(64)}`],
          [{ key: 'v'.repeat(513) }, 'metadata.key'],
        ];
        for (const [metadata, param] of wrong) {
          const sent = { ...resource.creation('text'), metadata };
          expect(agents.refusal(await agents.call('POST', resource.path, sent))).toBe(
            `400 invalid_parameter ${param}`,
          );
          expect(agents.refusal(await agents.call('PATCH', one(resource, made), { metadata }))).toBe(
            `400 invalid_parameter ${param}`,
          );
        }
        const metadata = { ['k'.repeat(64)]: 'only' };
        expect((await agents.call('PATCH', one(resource, made), { metadata })).body['metadata']).toEqual(
          metadata,
        );
      },
    );

    it.each(NAMED)('SHARE-08 %s is made once however often a POST is repeated', async (type, resource) => {
      const made = await create(resource);
      for (const operation of operationsOf(resource).filter(({ method }) => method === 'POST')) {
        const options = { headers: { 'idempotency-key': `${type} ${operation.id}` } };
        const send = () =>
          agents.call('POST', pathOf(operation, made['id'] as string), bodyOf(resource, operation), options);
        const first = await send();
        const before = await listed(resource, 'include_archived=true&limit=100');
        await agents.service.advance(5);
        const again = await send();
        expect([again.status, again.body]).toEqual([first.status, first.body]);
        expect(await listed(resource, 'include_archived=true&limit=100')).toEqual(before);
      }
    });

    it.each(NAMED)(
      'SHARE-10 %s is gone when it is deleted, and its content within a day',
      async (type, resource) => {
        const marker = `marker-${type}-${crypto.randomUUID()}`;
        const options = { headers: { 'idempotency-key': marker.slice(0, 40) } };
        const { body: made } = await agents.call('POST', resource.path, resource.creation(marker), options);
        await agents.call('PATCH', one(resource, made), resource.change);
        // The embedded database is open in the service alone.
        const isShared = database.kind === 'postgres';
        if (isShared) expect(await tablesWith(opened, marker)).not.toEqual([]);
        const remove = () => agents.call('DELETE', one(resource, made));
        const deleted = await remove();
        expect([deleted.status, deleted.body]).toEqual([200, { id: made['id'], type, deleted: true }]);
        for (const operation of operationsOf(resource).filter(({ path }) => path !== resource.path)) {
          const path = pathOf(operation, made['id'] as string);
          const reply = await agents.call(operation.method, path, bodyOf(resource, operation));
          expect([operation.id, reply.status, reply.body['error']?.code]).toEqual([
            operation.id,
            404,
            resource.notFound,
          ]);
        }
        expect(await listed(resource, 'include_archived=true&limit=100')).not.toContain(made['id']);
        await agents.service.advance(DAY_S + 60);
        if (isShared) await expect.poll(() => tablesWith(opened, marker)).toEqual([]);
      },
    );

    it.each(NAMED)('SHARE-12 %s keeps the workspace in its region', async (_type, resource) => {
      const id = await workspaceId();
      const made = await create(resource);
      const move = async () =>
        agents.refusal(await agents.admin('PATCH', `/workspaces/${id}`, { data_region: 'eu' }));
      expect(await move()).toBe('409 region_change_blocked data_region');
      await agents.call('POST', one(resource, made, '/archive'));
      expect(await move()).toBe('409 region_change_blocked data_region');
    });

    it.each(NAMED)('SHARE-13 %s in an organization that keeps nothing', async (_type, resource) => {
      const reply = await agents.call('POST', resource.path, resource.creation('text'), {
        key: ZERO_RETENTION_KEY,
      });
      expect(reply.status).toBe(resource.zeroRetentionStatus);
      if (resource.zeroRetentionStatus === 403)
        expect(reply.body['error'].code).toBe('zero_retention_unavailable');
    });

    it.each(NAMED)(
      'SHARE-18 %s leaves its changes in the audit log, without content',
      async (_type, resource) => {
        const marker = `marker ${crypto.randomUUID()}`;
        const { body: made } = await agents.call('POST', resource.path, resource.creation(marker));
        await agents.call('PATCH', one(resource, made), resource.change);
        await agents.call('POST', one(resource, made, '/archive'));
        await agents.call('POST', one(resource, made, '/archive'));
        await agents.call('DELETE', one(resource, made));
        const { body } = await agents.admin('GET', `/audit_events?resource_id=${made['id']}`);
        const { audited } = resource;
        expect(body['data'].map(({ event }: { event: string }) => event)).toEqual(
          ['deleted', 'archived', 'updated', 'created'].map((what) => `${audited}.${what}`),
        );
        for (const event of body['data'])
          expect(event).toMatchObject({ actor: { type: 'api_key' }, workspace_id: await workspaceId() });
        expect(JSON.stringify(body)).not.toContain(marker);
      },
    );
  },
);

/** Names of the tables that have a row with the text. */
async function tablesWith({ store: { db } }: OpenTestDatabase, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found = [];
  for (const { name } of rows) {
    const hits = await sql`select 1 from ${sql.table(name)} as t
      where strpos(t::text, ${text}) > 0 limit 1`.execute(db);
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}
