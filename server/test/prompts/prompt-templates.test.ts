import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import {
  ADMIN_KEY,
  OTHER_ORGANIZATION_KEY,
  OTHER_KEY,
  startPromptsFixture,
  system,
  user,
  type PromptsFixture,
  type Reply,
} from './prompts-fixture.ts';

const PATH = '/v1/prompts/templates';

describe.each(await httpDatabases(import.meta.filename))(
  'prompt templates on the $kind database',
  (database) => {
    let opened: OpenTestDatabase;
    let prompts: PromptsFixture;
    beforeAll(async () => {
      opened = await database.open();
      prompts = await startPromptsFixture(opened, {
        prompt_templates_per_workspace: 40,
        versions_per_prompt_template: 3,
        labels_per_prompt_template: 3,
        prompt_template_variables: 5,
      });
    });
    afterAll(async () => {
      await prompts?.stop();
      await opened?.close();
    });

    const read = (template: string, query = '', key?: string): Promise<Reply> =>
      prompts.call('GET', `${PATH}/${template}${query}`, undefined, key === undefined ? {} : { key });
    const refusal = (reply: Reply): string => prompts.refusalOf(reply).join(' ');
    const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

    it('PTPL-01 PTPL-02 PTPL-03 PTPL-09 PTPL-11 PTPL-12 PTPL-13 D-GEN-1 are created with 201 and every field', async () => {
      const { status, body } = await prompts.create({
        name: 'welcome',
        messages: [user('Hello {{ name }}')],
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^ptpl_[0-9a-z]{26}$/),
        type: 'prompt_template',
        name: 'welcome',
        latest_version: 1,
        labels: {},
        model: null,
        variables: ['name'],
        created_at: stamp,
        updated_at: stamp,
        version: {
          number: 1,
          messages: [user('Hello {{ name }}')],
          created_at: stamp,
          created_by: expect.stringMatching(/^user_/),
        },
      });
      expect((await read('welcome')).body).toEqual(body);
      expect((await read(body['id'])).body).toEqual(body);
      const named = await prompts.create({
        name: 'named',
        model: 'Svc Second',
        messages: [system('Be kind')],
      });
      expect(named.body).toMatchObject({ model: 'Svc Second', variables: [] });
    });

    it('PTPL-06 PTPL-10 D-PTPL-1 D-PTPL-7 get a next version under an existing name, and keep the old ones', async () => {
      const first = await prompts.create({ name: 'grows', messages: [user('{{a}}')], model: 'Svc Second' });
      await prompts.service.advance(5);
      const second = await prompts.create({
        name: 'grows',
        messages: [user('{{b}} {{a}} {{b}} {{ 1 }} {b}')],
      });
      expect(second.status).toBe(201);
      expect(second.body).toMatchObject({
        id: first.body['id'],
        latest_version: 2,
        variables: ['b', 'a'],
        model: null,
        version: { number: 2 },
      });
      expect(second.body['updated_at']).not.toBe(first.body['updated_at']);
      expect((await read('grows', '?version=1')).body).toMatchObject({
        latest_version: 2,
        variables: ['b', 'a'],
        model: 'Svc Second',
        version: first.body['version'],
      });
      await prompts.create({ name: 'grows', messages: [user('3')] });
      expect(refusal(await prompts.create({ name: 'grows', messages: [user('4')] }))).toBe(
        '409 resource_conflict ',
      );
      expect((await read('grows')).body['latest_version']).toBe(3);
    });

    it('PTPL-07 PTPL-08 PTPL-15 PTPL-16 D-PTPL-3 D-PTPL-4 have labels that can be set, moved and removed', async () => {
      await prompts.create({ name: 'labelled', messages: [user('1')], labels: ['production', 'anything'] });
      const { body } = await prompts.create({
        name: 'labelled',
        messages: [user('2')],
        labels: ['production'],
      });
      expect(body['labels']).toEqual({ production: 2, anything: 1 });
      const moved = await prompts.label('labelled', 'production', 1);
      expect([moved.status, moved.body['labels'], moved.body['version'].number]).toEqual([
        200,
        { production: 1, anything: 1 },
        2,
      ]);
      expect((await read('labelled', '?label=production')).body['version'].number).toBe(1);
      expect((await prompts.label(body['id'], 'anything', null)).body['labels']).toEqual({ production: 1 });
      expect((await prompts.label('labelled', 'anything', null)).status).toBe(200);
      expect(refusal(await read('labelled', '?label=anything'))).toBe('404 prompt_template_not_found label');
      expect(refusal(await read('labelled', '?version=3'))).toBe(
        '404 prompt_template_version_not_found version',
      );
      expect(refusal(await read('labelled', '?version=0'))).toBe('400 invalid_parameter version');
      expect(refusal(await read('labelled', '?version=1&label=production'))).toBe(
        '400 invalid_parameter label',
      );
      expect(refusal(await prompts.label('labelled', 'production', 9))).toBe(
        '404 prompt_template_version_not_found version',
      );
      expect(refusal(await prompts.label('nothing', 'production', 1))).toBe(
        '404 prompt_template_not_found template',
      );
      for (const label of ['latest', 'Upper', 'x'.repeat(41), 'rc-v2', '%40'])
        expect(refusal(await prompts.label('labelled', label, 1))).toBe('400 invalid_name label');
      expect((await prompts.label('labelled', 'latest', 1)).body['error'].message).toMatch(
        /latest, which is reserved/,
      );
      await prompts.label('labelled', 'b', 1);
      await prompts.label('labelled', 'c', 1);
      expect(refusal(await prompts.label('labelled', 'd', 1))).toBe('409 resource_conflict ');
      expect((await prompts.label('labelled', 'c', 2)).status).toBe(200);
    });

    it('D-PTPL-4 audit the old and new version of a moved label', async () => {
      await prompts.create({ name: 'audited', messages: [user('1')] });
      await prompts.create({ name: 'audited', messages: [user('2')], labels: ['production'] });
      await prompts.label('audited', 'production', 1);
      await prompts.label('audited', 'production', 1);
      const { body } = await prompts.call(
        'GET',
        '/v1/organizations/audit_events?event=prompt_template.label_moved&limit=2',
        undefined,
        { key: ADMIN_KEY, headers: { 'svc-beta': 'admin-2026-11-01' } },
      );
      const { id } = (await read('audited')).body;
      expect(body['data']).toMatchObject([
        { resource: { type: 'prompt_template', id }, changes: { production: { from: 2, to: 1 } } },
        { resource: { type: 'prompt_template', id }, changes: { production: { from: null, to: 2 } } },
      ]);
    });

    it('D-PTPL-1 D-PTPL-2 D-GEN-6 are refused with the field that is wrong', async () => {
      const wrong: [object, string][] = [
        [{ name: 'Upper' }, 'invalid_name name'],
        [{ name: '' }, 'invalid_name name'],
        [{ name: '-a' }, 'invalid_name name'],
        [{ name: 'a'.repeat(64) }, 'invalid_name name'],
        [{ name: 'like-v3' }, 'invalid_name name'],
        [{ name: 3 }, 'invalid_parameter name'],
        [{ messages: [] }, 'invalid_parameter messages'],
        [{ messages: Array(101).fill(user('x')) }, 'invalid_parameter messages'],
        [{ messages: [{ role: 'tool', content: 'x' }] }, 'invalid_parameter messages[0].role'],
        [{ messages: [user('')] }, 'invalid_parameter messages[0].content'],
        [{ messages: [user('a\u0000b')] }, 'invalid_parameter messages[0].content'],
        [{ messages: [{ ...user('x'), name: 'y' }] }, 'unknown_parameter messages[0].name'],
        [{ messages: [user('{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}')] }, 'invalid_parameter messages'],
        [{ messages: [user('{{a}}'.repeat(10_001))] }, 'invalid_parameter messages'],
        [{ labels: ['latest'] }, 'invalid_name labels[0]'],
        [{ labels: ['a', 'b', 'c', 'd'] }, 'invalid_parameter labels'],
        [{ model: '' }, 'invalid_parameter model'],
        [{ latest_version: 1 }, 'read_only_field latest_version'],
        [{ color: 'red' }, 'unknown_parameter color'],
      ];
      for (const [fields, expected] of wrong) {
        const reply = await prompts.create({ name: 'refused', messages: [user('x')], ...fields });
        expect(refusal(reply)).toBe(`400 ${expected}`);
        expect(reply.body['error'].message).not.toMatch(/Invalid|expected|received/);
      }
      expect((await read('refused')).status).toBe(404);
    });

    it('PTPL-04 PTPL-14 belong to a workspace: the same name elsewhere is another template, unknown to others', async () => {
      const [mine, other, vendor] = [
        await prompts.create({ name: 'same', messages: [user('mine')] }),
        await prompts.create({ name: 'same', messages: [user('other')] }, { key: OTHER_KEY }),
        await prompts.create({ name: 'same', messages: [user('foreign')] }, { key: OTHER_ORGANIZATION_KEY }),
      ];
      expect(new Set([mine, other, vendor].map(({ body }) => body['id'])).size).toBe(3);
      expect((await read('same', '', OTHER_KEY)).body['version'].messages).toEqual([user('other')]);
      for (const { body } of [mine, vendor]) {
        const { id } = body as { id: string };
        expect(refusal(await read(id, '', OTHER_KEY))).toBe('404 prompt_template_not_found template');
        expect(refusal(await prompts.label(id, 'x', 1, { key: OTHER_KEY }))).toBe(
          '404 prompt_template_not_found template',
        );
      }
      const { body } = await prompts.call('GET', PATH, undefined, { key: OTHER_KEY });
      expect(body).toMatchObject({ object: 'list', has_more: false, data: [other.body] });
    });

    it('PTPL-14 D-PAGE-1 are listed newest first, with the newest version of each', async () => {
      await prompts.create({ name: 'listed-a', messages: [user('1')] });
      await prompts.create({ name: 'listed-b', messages: [user('1')] });
      await prompts.create({ name: 'listed-a', messages: [user('2')] });
      const { body } = await prompts.call('GET', `${PATH}?limit=2`);
      expect(body['data']).toMatchObject([
        { name: 'listed-b', version: { number: 1 } },
        { name: 'listed-a', version: { number: 2, messages: [user('2')] } },
      ]);
      expect(body['has_more']).toBe(true);
      const next = await prompts.call('GET', `${PATH}?limit=2&after_id=${body['last_id']}`);
      expect(next.body['data'].map(({ name }: { name: string }) => name)).not.toContain('listed-a');
      const back = await prompts.call('GET', `${PATH}?limit=2&before_id=${next.body['first_id']}`);
      expect(back.body['data']).toEqual(body['data']);
    });

    it('end a page early when their texts are long, in both directions', async () => {
      const long = 'x'.repeat(225_000);
      for (let i = 0; i < 6; i++)
        await prompts.create({ name: `long-${i}`, messages: [user(long)] }, { key: OTHER_ORGANIZATION_KEY });
      const names = ({ body }: Reply): string[] => body['data'].map(({ name }: { name: string }) => name);
      const list = (query: string): Promise<Reply> =>
        prompts.call('GET', `${PATH}?${query}`, undefined, { key: OTHER_ORGANIZATION_KEY });
      const first = await list('limit=100');
      expect([names(first), first.body['has_more']]).toEqual([
        ['long-5', 'long-4', 'long-3', 'long-2'],
        true,
      ]);
      const rest = await list(`after_id=${first.body['last_id']}`);
      expect(names(rest).slice(0, 2)).toEqual(['long-1', 'long-0']);
      const back = await list(`before_id=${rest.body['last_id']}`);
      expect([names(back), back.body['has_more']]).toEqual([['long-3', 'long-2', 'long-1', 'long-0'], true]);
    });

    it('D-PTPL-7 are refused with 409 beyond the maximum per workspace', async () => {
      const create = (i: number): Promise<Reply> =>
        prompts.create({ name: `many-${i}`, messages: [user('x')] }, { key: OTHER_KEY });
      const statuses = (await Promise.all(Array.from({ length: 42 }, (_, i) => create(i)))).map(
        ({ status }) => status,
      );
      const { body } = await prompts.call('GET', `${PATH}?limit=100`, undefined, { key: OTHER_KEY });
      expect(body['data']).toHaveLength(40);
      expect(statuses.filter((status) => status === 409)).toHaveLength(
        42 - statuses.filter((s) => s === 201).length,
      );
      const { name } = body['data'][0];
      expect((await prompts.create({ name, messages: [user('2')] }, { key: OTHER_KEY })).status).toBe(201);
    });

    it('D-IDEM-1 are created once per Idempotency-Key', async () => {
      const options = { headers: { 'idempotency-key': 'once' } };
      const body = { name: 'once', messages: [user('x')] };
      const [first, second] = [await prompts.create(body, options), await prompts.create(body, options)];
      expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(second.body).toEqual(first.body);
      expect((await read('once')).body['latest_version']).toBe(1);
    });

    it('D-WORK-3 count as content of their workspace, whose region then cannot change', async () => {
      const { body } = await prompts.call('GET', '/v1/organizations/workspaces', undefined, {
        key: ADMIN_KEY,
        headers: { 'svc-beta': 'admin-2026-11-01' },
      });
      const { id } = body['data'].find(({ name }: { name: string }) => name === 'Default');
      await prompts.create({ name: 'here', messages: [user('x')] });
      const reply = await prompts.call(
        'PATCH',
        `/v1/organizations/workspaces/${id}`,
        { data_region: 'eu' },
        {
          key: ADMIN_KEY,
          headers: { 'svc-beta': 'admin-2026-11-01' },
        },
      );
      expect(refusal(reply)).toBe('409 region_change_blocked data_region');
    });
  },
);
