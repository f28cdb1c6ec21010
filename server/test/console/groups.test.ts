import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import {
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Reply,
  type Someone,
} from './console-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('groups in the Console on $kind', (database) => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await startConsoleFixture(database);
  });
  afterAll(() => fixture?.stop());

  const get = (someone: Someone, path: string): Promise<Reply> => fixture.as(someone, 'GET', path);
  const eventsOf = async (id: string): Promise<string[]> =>
    (await get('owner', `/audit_events?resource_id=${id}`)).body.data.map(
      (event: { event: string }) => event.event,
    );

  describe('groups', () => {
    const create = (body: object, someone: Someone = 'administrator'): Promise<Reply> =>
      fixture.as(someone, 'POST', '/groups', body);

    it('D-ADM-5 are created, renamed, filled, listed and deleted with their spend limit, all of it audited', async () => {
      const [dora, dirk] = [fixture.ids['developer']!, fixture.ids['second_developer']!];
      const made = await create({ name: 'Builders', user_ids: [dirk, dora, dora] });
      expect(made).toMatchObject({
        status: 201,
        body: { type: 'group', name: 'Builders', user_ids: [dora, dirk].toSorted() },
      });
      const { id } = made.body;
      const limit = await fixture.as('administrator', 'POST', '/spend_limits', {
        scope: { type: 'group', group_id: id },
        limit_usd: '5',
      });
      expect(limit.status).toBe(201);
      const changed = await fixture.as('administrator', 'PATCH', `/groups/${id}`, {
        name: 'Makers',
        user_ids: [dora],
      });
      expect(changed.body).toMatchObject({ id, name: 'Makers', user_ids: [dora] });
      expect((await get('owner', `/groups/${id}`)).body).toEqual(changed.body);
      expect((await get('owner', '/groups')).body.data).toContainEqual(changed.body);
      expect((await fixture.as('owner', 'PATCH', `/groups/${id}`, {})).body).toEqual(changed.body);
      expect((await fixture.as('owner', 'DELETE', `/groups/${id}`)).body).toEqual({
        id,
        type: 'group',
        deleted: true,
      });
      expect(refusal(await get('owner', `/groups/${id}`))).toBe('404 group_not_found');
      expect(refusal(await get('owner', `/spend_limits/${limit.body.id}`))).toBe('404 spend_limit_not_found');
      expect(await eventsOf(id)).toEqual(['group.deleted', 'group.updated', 'group.created']);
      expect(await eventsOf(limit.body.id)).toEqual(['spend_limit.updated', 'spend_limit.updated']);
    });

    it('accept members of the organization only, and each name once', async () => {
      expect(
        refusal(await create({ name: 'Strangers', user_ids: [fixture.ids['developer'], 'user_nobody'] })),
      ).toBe('404 user_not_found user_ids[1]');
      expect(refusal(await create({ name: '' }))).toBe('400 invalid_parameter name');
      expect(refusal(await create({ name: 'Zero', id: 'grp_mine' }))).toBe('400 read_only_field id');
      const first = await create({ name: 'Taken' });
      const second = await create({ name: 'Other' });
      expect(
        refusal(await fixture.as('owner', 'PATCH', `/groups/${second.body.id}`, { name: 'Taken' })),
      ).toBe('409 name_taken name');
      expect((await fixture.as('owner', 'PATCH', `/groups/${first.body.id}`, { name: 'Taken' })).status).toBe(
        200,
      );
    });

    it('fifty concurrent creations of one name create one group', async () => {
      const responses = await Promise.all(Array.from({ length: 50 }, () => create({ name: 'Rushed' })));
      expect(responses.map(refusal).toSorted()).toEqual([
        '201',
        ...Array.from({ length: 49 }, () => '409 name_taken name'),
      ]);
    });
  });
});
