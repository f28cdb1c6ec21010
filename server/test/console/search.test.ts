import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { refusal, startConsoleFixture, type ConsoleFixture, type Someone } from './console-fixture.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly hint?: string;
}

describe.each(await httpDatabases(import.meta.filename))(
  'searched and sorted lists of the Console on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
      for (const name of ['100%', '1000', 'a_b', 'aXb', 'Ärger', "o'neill; --", 'back\\slash'])
        await fixture.as('owner', 'POST', '/api_keys', { name, workspace_id: fixture.ids['Default'] });
    });
    afterAll(() => fixture?.stop());

    const search = async (
      someone: Someone,
      list: string,
      query: Record<string, string>,
    ): Promise<readonly Named[]> => {
      const found: Named[] = [];
      for (let after: string | null = ''; after !== null;) {
        const more: Record<string, string> = after === '' ? {} : { after_id: after };
        const parameters = new URLSearchParams({ limit: '3', ...query, ...more });
        const { status, body } = await fixture.as(someone, 'GET', `/search/${list}?${parameters}`);
        expect(status).toBe(200);
        found.push(...(body.data as Named[]));
        after = body.has_more ? (body.last_id as string) : null;
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      return found;
    };
    const keysFound = async (text: string, someone: Someone = 'owner'): Promise<string[]> =>
      (await search(someone, 'api_keys', { search: text, sort: 'name', order: 'asc' })).map(
        ({ name }) => name,
      );

    it('finds keys by words of name, owner and workspace, in any case, and by the ends of the secret', async () => {
      expect(await keysFound('OF pi')).toEqual(['of pia']);
      expect(await keysFound('pia@acme RESEARCH')).toEqual(['in research']);
      expect(await keysFound('äRGER')).toEqual(['Ärger']);
      expect(await keysFound('sk_live_2222…2222')).toEqual(['of dora']);
      const [key] = await search('owner', 'api_keys', { search: 'of dora' });
      expect(await keysFound(key!.id)).toEqual(['of dora']);
      const [percent] = await search('owner', 'api_keys', { search: '100%' });
      expect(await keysFound(percent!.hint!)).toContain('100%');
      // In every id, but nobody means it there.
      expect(await keysFound('apike')).toEqual([]);
      expect(await keysFound('no such key')).toEqual([]);
      expect((await keysFound('  ')).length).toBeGreaterThan(8);
    });

    it('takes every character for itself: none is a wildcard and none ends a text', async () => {
      expect(await keysFound('100%')).toEqual(['100%']);
      expect(await keysFound('a_b')).toEqual(['a_b']);
      expect(await keysFound("O'NEILL; --")).toEqual(["o'neill; --"]);
      expect(await keysFound('\\')).toEqual(['back\\slash']);
      expect(await keysFound('%')).toEqual(['100%']);
      const nul = await fixture.as('owner', 'GET', '/search/api_keys?search=%00');
      expect(refusal(nul)).toBe('400 invalid_parameter search');
      const long = await fixture.as('owner', 'GET', `/search/api_keys?search=${'x'.repeat(201)}`);
      expect(refusal(long)).toBe('400 invalid_parameter search');
    });

    it('never finds what is of another organization or beyond the role of who looks', async () => {
      expect(await keysFound('foreign')).toEqual([]);
      expect(await keysFound('foreign', 'stranger')).toEqual(['foreign']);
      expect(await keysFound('of pia', 'developer')).toEqual([]);
      expect(await keysFound('of dora', 'developer')).toEqual(['of dora']);
      expect(await search('owner', 'users', { search: 'gus@globex.test' })).toEqual([]);
      const [theirs] = await search('stranger', 'workspaces', {});
      expect(await search('owner', 'workspaces', { search: theirs!.id })).toEqual([]);
      const [vendor] = await search('stranger', 'api_keys', {});
      for (const cursor of [vendor!.id, 'nothing'])
        expect(
          refusal(await fixture.as('owner', 'GET', `/search/api_keys?sort=name&after_id=${cursor}`)),
        ).toBe('400 invalid_parameter after_id');
    });

    it('sorts in both directions, page after page, with nothing twice and nothing left out', async () => {
      const all = await search('owner', 'api_keys', { status: 'all' });
      for (const sort of ['created_at', 'name', 'last_used_at', 'status']) {
        const up = await search('owner', 'api_keys', { status: 'all', sort, order: 'asc' });
        const down = await search('owner', 'api_keys', { status: 'all', sort, order: 'desc' });
        expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).toReversed());
        expect(new Set(up.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)));
      }
      const names = (await search('owner', 'api_keys', { sort: 'name', order: 'asc' })).map(({ name }) =>
        name.toLowerCase(),
      );
      expect(names).toEqual(names.toSorted());
      expect(refusal(await fixture.as('owner', 'GET', '/search/api_keys?sort=fingerprint'))).toBe(
        '400 invalid_parameter sort',
      );
    });

    it('goes on behind a key that the filter no longer lets through', async () => {
      const query = '/search/api_keys?sort=name&order=asc&limit=2';
      const { body: first } = await fixture.as('owner', 'GET', query);
      const last = first.last_id as string;
      await fixture.as('owner', 'PATCH', `/api_keys/${last}`, { status: 'inactive' });
      const { body: next } = await fixture.as('owner', 'GET', `${query}&after_id=${last}`);
      await fixture.as('owner', 'PATCH', `/api_keys/${last}`, { status: 'active' });
      const [, , third] = await search('owner', 'api_keys', { sort: 'name', order: 'asc' });
      expect(next.data[0].id).toBe(third!.id);
    });

    it('searches and sorts members by role and activity, and workspaces', async () => {
      const roles = await search('owner', 'users', { sort: 'role', order: 'asc' });
      expect(roles[0]).toMatchObject({ role: 'primary_owner' });
      expect(roles.at(-1)).toMatchObject({ role: 'member' });
      expect(await search('owner', 'users', { search: 'DORA acme' })).toMatchObject([
        { email: 'dora@acme.test' },
      ]);
      const [latest] = await search('owner', 'users', { sort: 'last_active_at' });
      expect(latest).not.toMatchObject({ last_active_at: null });
      const workspaces = await search('owner', 'workspaces', { sort: 'name', order: 'asc' });
      expect(workspaces.map(({ name }) => name)).toEqual(['Default', 'Research']);
      const archived = { include_archived: 'true', search: 'clo' };
      expect((await search('owner', 'workspaces', archived)).map(({ name }) => name)).toEqual(['Closed']);
    });
  },
);

describe.each(await httpDatabases(import.meta.filename))(
  'many keys at once in the Console on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
    });
    afterAll(() => fixture?.stop());

    const create = async (name: string): Promise<string> =>
      (await fixture.as('owner', 'POST', '/api_keys', { name, workspace_id: fixture.ids['Default'] })).body
        .id;
    const update = (ids: readonly string[], action: string, someone: Someone = 'owner', headers?: object) =>
      fixture.as(someone, 'POST', '/bulk/api_keys', { ids, action }, headers as Record<string, string>);
    const statusOf = async (id: string): Promise<string> =>
      (await fixture.as('owner', 'GET', `/api_keys/${id}`)).body.status;

    it('changes those it can, names the others with the reason, and audits each', async () => {
      const [good, removed] = [await create('good'), await create('gone')];
      await fixture.as('owner', 'POST', `/api_keys/${removed}/revoke`);
      const { body: vendor } = await fixture.as('stranger', 'GET', '/api_keys');
      const { status, body } = await update([good, removed, vendor.data[0].id, good], 'deactivate');
      expect([status, body.updated_ids]).toEqual([200, [good]]);
      const codes = Object.fromEntries(
        (body.failures as { id: string; code: string }[]).map(({ id, code }) => [id, code]),
      );
      expect(codes).toEqual({ [removed]: 'key_revoked', [vendor.data[0].id]: 'api_key_not_found' });
      expect([await statusOf(good), await statusOf(removed)]).toEqual(['inactive', 'revoked']);
      const { body: events } = await fixture.as('owner', 'GET', `/audit_events?resource_id=${good}`);
      expect(events.data[0]).toMatchObject({
        event: 'api_key.updated',
        changes: { status: { from: 'active', to: 'inactive' } },
      });
      expect((await fixture.as('stranger', 'GET', '/api_keys')).body.data[0].status).toBe('active');
    });

    it('stops the keys at once, activates them again, and revokes them for good', async () => {
      const made = await fixture.as('owner', 'POST', '/api_keys', {
        name: 'in use',
        workspace_id: fixture.ids['Default'],
      });
      const call = async (): Promise<number> => {
        const messages = [{ role: 'user', content: 'hello' }];
        const response = await fixture.service.post('/v1/chat/completions', made.body.secret, {
          messages,
          stream: false,
          max_tokens: 5,
        });
        await response.text();
        return response.status;
      };
      const after = async (action: string): Promise<number> => {
        await update([made.body.id], action);
        return call();
      };
      expect([
        await call(),
        await after('deactivate'),
        await after('activate'),
        await after('revoke'),
      ]).toEqual([200, 401, 200, 401]);
      const again = await update([made.body.id], 'activate');
      expect(again.body.failures).toMatchObject([{ code: 'key_revoked' }]);
    });

    it('reaches no further than the role: a key of somebody else is unknown to a developer', async () => {
      const id = await create('of olga');
      const { body } = await update([id], 'revoke', 'developer');
      expect(body).toMatchObject({ updated_ids: [], failures: [{ id, code: 'api_key_not_found' }] });
      expect(await statusOf(id)).toBe('active');
      expect(refusal(await update([id], 'revoke', 'billing'))).toBe('403 role_required');
      expect(refusal(await update([], 'revoke'))).toBe('400 invalid_parameter ids');
      expect(
        refusal(
          await update(
            Array.from({ length: 101 }, () => id),
            'revoke',
          ),
        ),
      ).toBe('400 invalid_parameter ids');
    });
  },
);

describe.each(await httpDatabases(import.meta.filename))('the audit log with names on $kind', (database) => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await startConsoleFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('names who and what, finds by the name of what, and knows no name of another organization', async () => {
    const { body: key } = await fixture.as('owner', 'POST', '/api_keys', {
      name: 'nightly 100%',
      workspace_id: fixture.ids['Default'],
    });
    await fixture.as('owner', 'PATCH', `/api_keys/${key.id}`, { name: 'renamed 100%' });
    const find = async (resource: string, someone: Someone = 'owner') =>
      (
        await fixture.as(
          someone,
          'GET',
          `/search/audit_events?resource=${encodeURIComponent(resource)}&event=api_key.created&event=api_key.updated`,
        )
      ).body.data;
    const found = await find('NAMED 100%');
    expect(found).toMatchObject([
      {
        event: 'api_key.updated',
        actor: { name: 'olga', email: 'olga@acme.test' },
        resource: { id: key.id, name: 'renamed 100%' },
      },
      { event: 'api_key.created', resource: { id: key.id, name: 'renamed 100%' } },
    ]);
    expect(await find(key.id)).toEqual(found);
    expect(await find('nightly')).toEqual([]);
    expect(await find(key.id, 'stranger')).toEqual([]);
    expect(await find('renamed', 'stranger')).toEqual([]);
  });
});
