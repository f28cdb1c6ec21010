import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_OPERATIONS, type ConsoleOperation, MIRRORED_OPERATIONS } from '@svc/contract';
import { httpDatabases } from '#test-kit';
import {
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Reply,
  type Someone,
} from './console-fixture.ts';

const LISTS: readonly ConsoleOperation[] = [...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS].filter(
  ({ method, path }) => method === 'GET' && !path.includes('{'),
);
/** The next id, which nothing has: a cursor works by its place, whether its row is known or not. */
const unknownLike = (id: string): string => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
const SPAN = 'starting_at=2026-11-01T00:00:00Z';

/** The fixture's id for each query parameter. */
const NAMED_BY_QUERY: Readonly<Record<string, string>> = {
  workspace_id: 'workspace',
  'workspace_ids[]': 'workspace',
  'api_key_ids[]': 'key',
  created_by: 'user',
  user_id: 'user',
  actor_id: 'user',
  resource_id: 'key',
};
/** The fixture's id that each list uses as its cursor. */
const PAGED: Readonly<Record<string, string>> = {
  listApiKeys: 'key',
  listAdminKeys: 'admin_key',
  listWorkspaces: 'workspace',
  listUsers: 'user',
  listInvites: 'invite',
  listSpendLimits: 'spend_limit',
  listGroups: 'group',
  listOrganizationWebhooks: 'webhook',
};

/** The response without what always differs: request ids and the requested ids. */
function comparable({ status, body }: Reply, asked: string): unknown {
  const text = JSON.stringify(body).replaceAll(asked, 'ASKED').replaceAll(unknownLike(asked), 'ASKED');
  return { status, body: JSON.parse(text.replaceAll(/req_\w+/g, 'req')) as unknown };
}

describe.each(await httpDatabases(import.meta.filename))(
  'access of roles to workspaces on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    let keys: Readonly<Record<'pia' | 'research', string>>;
    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
      const listed = (await fixture.as('owner', 'GET', '/api_keys')).body.data as {
        id: string;
        name: string;
      }[];
      keys = {
        pia: listed.find(({ name }) => name === 'of pia')!.id,
        research: listed.find(({ name }) => name === 'in research')!.id,
      };
    });
    afterAll(() => fixture?.stop());

    const get = (someone: Someone, path: string): Promise<Reply> => fixture.as(someone, 'GET', path);
    const call = (token: string): Promise<number> =>
      fixture.service
        .post('/v1/chat/completions', token, {
          model: 'Svc Standard',
          max_tokens: 5,
          messages: [{ role: 'user', content: 'hello' }],
        })
        .then(async (response) => (await response.text(), response.status));

    /** A user's ids, by kind of object. */
    const idsOf = async (someone: Someone): Promise<Readonly<Record<string, string>>> => {
      const first = async (path: string): Promise<string> => (await get(someone, path)).body.data[0].id;
      const made = async (path: string, body: object): Promise<string> =>
        (await fixture.as(someone, 'POST', path, body)).body.id;
      const user = await first('/users');
      return {
        key: await first('/api_keys'),
        admin_key: await first('/admin_keys'),
        workspace: await first('/workspaces'),
        user,
        invite: await made('/invites', { email: `reach@${someone}.test`, role: 'member' }),
        spend_limit: await made('/spend_limits', { scope: { type: 'organization' }, limit_usd: '1' }),
        group: await made('/groups', { name: 'Reach', user_ids: [user] }),
        webhook: await made('/webhooks', { url: 'https://93.184.215.14/', events: ['*'] }),
      };
    };

    /** Compares the responses of every list for this id and for an unknown one. */
    async function compareLists(someone: Someone, ids: Readonly<Record<string, string>>): Promise<number> {
      let compared = 0;
      for (const { id: name, path, query } of LISTS) {
        const parameters = Object.keys(query?.shape ?? {}).flatMap((parameter) => {
          const kind = /^(after|before)_id$/.test(parameter) ? PAGED[name] : NAMED_BY_QUERY[parameter];
          const asked = kind === undefined ? undefined : ids[kind];
          return asked === undefined ? [] : [[parameter, asked] as const];
        });
        for (const [parameter, asked] of parameters) {
          const ask = (id: string): Promise<Reply> =>
            get(
              someone,
              `${path.replace('/console/api', '')}?${path.includes('report') ? `${SPAN}&` : ''}${parameter}=${id}`,
            );
          // The later of two requests finds the audit event of the first.
          const [named, unknown] = [await ask(asked), await ask(unknownLike(asked))];
          expect([name, parameter, someone, comparable(named, asked)]).toEqual([
            name,
            parameter,
            someone,
            comparable(unknown, asked),
          ]);
          compared++;
        }
      }
      return compared;
    }

    it('D-ERR-7 a filter or cursor with an id of another organization returns the same as an unknown id', async () => {
      await call(fixture.secrets.pia);
      expect(await compareLists('owner', await idsOf('stranger'))).toBeGreaterThan(20);
    });

    it('D-CONS-3 WORK-38 so does one with a workspace, key or user of the own organization that the role does not cover', async () => {
      await call(fixture.secrets.pia);
      await call(fixture.secrets.research);
      const inDefault = { workspace: fixture.ids['Default']!, key: keys.pia };
      const inResearch = { workspace: fixture.ids['Research']!, key: keys.research };
      for (const [someone, ids] of [
        ['workspace_admin', { ...inDefault, user: fixture.ids['developer']! }],
        // Calls of the primary owner in Default are within this role's reach.
        ['second_developer', { ...inResearch, user: fixture.ids['developer']! }],
        ['developer', inResearch],
        ['member', inDefault],
      ] as const)
        expect(await compareLists(someone, ids), someone).toBeGreaterThan(5);
    });

    it('WORK-38 D-CONS-4 the admin of one workspace can neither change nor create keys in another one', async () => {
      const changes: readonly (readonly [string, (id: string) => string, object])[] = [
        ['PATCH', (id) => `/api_keys/${id}`, { name: 'taken' }],
        ['POST', (id) => `/api_keys/${id}/rotate`, { name: 'taken' }],
        ['POST', (id) => `/api_keys/${id}/revoke`, {}],
        ['GET', (id) => `/api_keys/${id}`, {}],
      ];
      for (const [method, path, body] of changes) {
        const send = (id: string): Promise<Reply> =>
          fixture.as('workspace_admin', method, path(id), method === 'GET' ? undefined : body);
        expect(comparable(await send(keys.pia), keys.pia)).toEqual(
          comparable(await send(unknownLike(keys.pia)), keys.pia),
        );
        expect((await send(keys.pia)).status).toBe(404);
      }
      for (const [path, more] of [
        ['/api_keys', { name: 'x' }],
        ['/playground/credential', {}],
      ] as const) {
        const send = (id: string): Promise<Reply> =>
          fixture.as('workspace_admin', 'POST', path, { ...more, workspace_id: id });
        for (const place of [fixture.ids['Default']!, fixture.ids['Closed']!])
          expect(comparable(await send(place), place), path).toEqual(
            comparable(await send(unknownLike(place)), place),
          );
      }
    });

    it('WORK-28 no key and no playground can be used in an archived workspace, whatever the role', async () => {
      const id = fixture.ids['Closed']!;
      const outcomes = await Promise.all([
        fixture.as('owner', 'POST', '/api_keys', { name: 'x', workspace_id: id }),
        fixture.as('owner', 'POST', '/playground/credential', { workspace_id: id }),
      ]);
      expect(outcomes.map(refusal)).toEqual(['409 resource_conflict', '403 workspace_archived']);
    });

    it('WORK-36 D-CONS-5 losing a role in a workspace takes effect immediately, also for tokens of an open session', async () => {
      const research = fixture.ids['Research']!;
      const members = `/workspaces/${research}/members`;
      expect(
        (
          await fixture.as('owner', 'POST', members, {
            user_id: fixture.ids['member'],
            role: 'workspace_user',
          })
        ).status,
      ).toBe(201);
      const enter = (): Promise<Reply> =>
        fixture.as('member', 'POST', '/playground/credential', { workspace_id: research });
      const entered = (await enter()).body;
      expect(await call(entered.access_token)).toBe(200);
      expect((await fixture.as('owner', 'DELETE', `${members}/${fixture.ids['member']}`)).status).toBe(200);
      expect(await call(entered.access_token)).toBe(403);
      expect(refusal(await enter())).toBe('404 workspace_not_found');

      expect((await get('workspace_admin', `/workspaces/${research}`)).status).toBe(200);
      await fixture.as(
        'owner',
        'PATCH',
        `/workspaces/${research}/members/${fixture.ids['workspace_admin']}`,
        {
          role: 'workspace_user',
        },
      );
      for (const [method, at, body] of [
        ['GET', `/workspaces/${research}`, undefined],
        [
          'PATCH',
          `/workspaces/${research}/members/${fixture.ids['workspace_admin']}`,
          { role: 'workspace_admin' },
        ],
        [
          'POST',
          `/workspaces/${research}/members`,
          { user_id: fixture.ids['member'], role: 'workspace_admin' },
        ],
        ['POST', '/api_keys', { name: 'x', workspace_id: research }],
        ['POST', `/api_keys/${keys.research}/revoke`, {}],
      ] as const)
        expect(
          (await fixture.as('workspace_admin', method, at, body)).status,
          `${method} ${at}`,
        ).toBeGreaterThanOrEqual(403);
      expect((await get('owner', `/api_keys/${keys.research}`)).body.status).toBe('active');
    });
  },
);
