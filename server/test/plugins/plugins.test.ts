import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SealedBlobStore } from '#blobs';
import { readReply, httpDatabases } from '#test-kit';
import { refusal, type Reply, type Someone } from '../console/console-fixture.ts';
import { bundle, startPluginsFixture, type PluginsFixture } from './plugins-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('plugins on the $kind database', (database) => {
  let plugins: PluginsFixture;
  beforeAll(async () => {
    plugins = await startPluginsFixture(database, {
      plugin_entries: 50,
      plugin_unpacked_bytes: 1_000_000,
      plugin_bytes: 200_000,
      plugins_per_organization: 30,
    });
  });
  afterAll(() => plugins?.stop());

  const read = (id: string): Promise<Reply> => plugins.admin('GET', `/plugins/${id}`);
  const patch = (id: string, body: object): Promise<Reply> => plugins.admin('PATCH', `/plugins/${id}`, body);
  const stored = (): Promise<number> => plugins.stored();
  const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

  it('PLUG-01 PLUG-02 PLUG-03 PLUG-04 PLUG-10 D-PLUG-1 are uploaded with every field, and read and listed alike', async () => {
    const { status, body } = await plugins.upload(bundle('hello', '1.2.0'));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^plg_[0-9a-z]{26}$/),
      type: 'plugin',
      name: 'hello',
      display_name: 'hello',
      source: { kind: 'upload' },
      latest_version: '1.2.0',
      policy: 'available',
      workspace_ids: null,
      description: null,
      created_at: stamp,
      updated_at: stamp,
    });
    expect((await read(body.id)).body).toEqual(body);
    const manifest = { display_name: 'Hello there', description: 'Says hello.', author: { name: 'x' } };
    const named = await plugins.upload(bundle('hello-two', '0.0.1', { manifest }), {
      policy: 'required',
      workspace_ids: JSON.stringify([plugins.ids['Research']]),
    });
    expect(named.body).toMatchObject({
      display_name: 'Hello there',
      description: 'Says hello.',
      policy: 'required',
      workspace_ids: [plugins.ids['Research']],
    });
    expect((await plugins.admin('GET', '/plugins?limit=2')).body).toMatchObject({
      object: 'list',
      data: [named.body, body],
    });
  });

  it('PLUG-11 D-ERR-7 are unknown to other organizations', async () => {
    const { body } = await plugins.upload(bundle('foreign', '1.0.0'));
    const vendor = await plugins.as('stranger', 'GET', `/plugins/${body.id}`);
    expect(refusal(vendor)).toBe('404 plugin_not_found plugin_id');
    expect(refusal(await plugins.as('stranger', 'PATCH', `/plugins/${body.id}`, { policy: 'blocked' }))).toBe(
      '404 plugin_not_found plugin_id',
    );
    expect((await plugins.as('stranger', 'GET', '/plugins')).body.data).toEqual([]);
    expect(refusal(await read('plg_none'))).toBe('404 plugin_not_found plugin_id');
  });

  it('D-PLUG-1 get a higher version, and keep only the latest bundle', async () => {
    const first = await plugins.upload(bundle('grows', '1.9.0'), { policy: 'required' });
    const before = await stored();
    for (const version of ['1.9.0', '1.8.9', '1.9.0+build', '1.9.0-rc.1'])
      expect(refusal(await plugins.upload(bundle('grows', version)))).toBe('409 resource_conflict');
    const next = await plugins.upload(bundle('grows', '1.10.0', { manifest: { description: 'New' } }));
    expect([next.status, next.body]).toEqual([
      201,
      { ...first.body, latest_version: '1.10.0', description: 'New', updated_at: next.body.updated_at },
    ]);
    await expect.poll(stored).toBe(before);
    const again = await plugins.upload(bundle('grows', '2.0.0'), { policy: 'available' });
    expect(again.body).toMatchObject({ id: first.body.id, policy: 'available' });
  });

  it('PLUG-03 D-PLUG-2 are copied from a marketplace: the highest version, or the named one', async () => {
    const { status, body } = await plugins.fromMarketplace('notes', { version: '1.9.0', policy: 'blocked' });
    expect([status, body.source, body.latest_version, body.policy]).toEqual([
      201,
      { kind: 'marketplace', marketplace_id: 'acme' },
      '1.9.0',
      'blocked',
    ]);
    const highest = await plugins.fromMarketplace('notes');
    expect([highest.body.id, highest.body.latest_version]).toEqual([body.id, '1.10.0']);
    expect(refusal(await plugins.fromMarketplace('notes', { version: '1.0.0' }))).toBe(
      '409 resource_conflict',
    );
    expect(refusal(await plugins.fromMarketplace('notes', { version: '3.0.0' }))).toBe(
      '404 plugin_not_found version',
    );
    expect(refusal(await plugins.fromMarketplace('nothing'))).toBe('404 plugin_not_found name');
    expect(refusal(await plugins.fromMarketplace('gone'))).toBe('404 plugin_not_found name');
    const source = { kind: 'marketplace', marketplace_id: 'other' };
    expect(refusal(await plugins.fromMarketplace('notes', { source }))).toBe(
      '404 marketplace_not_found source.marketplace_id',
    );
    expect(refusal(await plugins.fromMarketplace('notes', { color: 'red' }))).toBe(
      '400 unknown_parameter color',
    );
    expect(refusal(await plugins.fromMarketplace('notes', { display_name: 'x' }))).toBe(
      '400 read_only_field display_name',
    );
    const listed = (await plugins.as('administrator', 'GET', '/marketplaces')).body;
    expect(listed.data).toMatchObject([{ id: 'acme', name: 'Acme' }]);
    expect(JSON.stringify(listed)).not.toContain('zip');
  });

  it('D-ERR-4 D-PLUG-4 have unique names within the same workspaces', async () => {
    await plugins.fromMarketplace('shared');
    expect(refusal(await plugins.upload(bundle('shared', '1.0.0')))).toBe('409 name_taken name');
    const narrow = await plugins.upload(bundle('shared', '1.0.0'), {
      workspace_ids: JSON.stringify([plugins.ids['Default']]),
    });
    expect(narrow.status).toBe(201);
    expect(refusal(await patch(narrow.body.id, { workspace_ids: null }))).toBe('409 name_taken name');
    expect((await read(narrow.body.id)).body).toEqual(narrow.body);
  });

  it('PLUG-05 PLUG-09 PLUG-12 D-PLUG-3 allow changes of the changeable fields only', async () => {
    const { body } = await plugins.upload(bundle('changed', '1.0.0', { manifest: { display_name: 'Own' } }));
    await plugins.service.advance(5);
    const set = { policy: 'blocked', display_name: 'Title', description: 'Text' };
    const changed = await patch(body.id, { ...set, workspace_ids: [plugins.ids['Research']] });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...body, ...set, workspace_ids: [plugins.ids['Research']], updated_at: stamp },
    ]);
    expect(changed.body.updated_at).not.toBe(body.updated_at);
    const back = await patch(body.id, { workspace_ids: null, display_name: null, description: null });
    expect(back.body).toMatchObject({ display_name: 'Own', description: null, workspace_ids: null });
    const refused: [object, string][] = [
      [{ policy: 'optional' }, '400 invalid_parameter policy'],
      [{ workspace_ids: [] }, '400 invalid_parameter workspace_ids'],
      [{ workspace_ids: ['x'] }, '400 invalid_parameter workspace_ids[0]'],
      [{ workspace_ids: [`wrkspc_${'0'.repeat(26)}`] }, '404 workspace_not_found workspace_ids[0]'],
      [{ name: 'other' }, '400 read_only_field name'],
      [{ latest_version: '9.9.9' }, '400 read_only_field latest_version'],
      [{ source: { kind: 'upload' } }, '400 read_only_field source'],
      [{ color: 'red' }, '400 unknown_parameter color'],
      [{ display_name: 'a\nb' }, '400 invalid_parameter display_name'],
    ];
    for (const [fields, expected] of refused) expect(refusal(await patch(body.id, fields))).toBe(expected);
  });

  it('D-PLUG-1 in an invalid form are refused with the part that is wrong', async () => {
    const refused: [Record<string, string>, string][] = [
      [{ policy: 'optional' }, '400 invalid_parameter policy'],
      [{ workspace_ids: 'x' }, '400 invalid_parameter workspace_ids'],
      [{ workspace_ids: '["x"]' }, '400 invalid_parameter workspace_ids[0]'],
      [{ workspace_ids: `["wrkspc_${'0'.repeat(26)}"]` }, '404 workspace_not_found workspace_ids[0]'],
      [{ color: 'red' }, '400 unknown_parameter color'],
    ];
    const before = await stored();
    for (const [fields, expected] of refused)
      expect(refusal(await plugins.upload(bundle('refused', '1.0.0'), fields))).toBe(expected);
    expect(await stored()).toBe(before);
  });

  it('D-IDEM-2 are added once per Idempotency-Key, with the same parts required', async () => {
    const headers = { 'idempotency-key': 'plugin-once' };
    const before = await stored();
    const first = await plugins.upload(bundle('once', '1.0.0'), {}, headers);
    const second = await plugins.upload(bundle('once', '1.0.0'), {}, headers);
    expect([second.status, second.headers.get('idempotent-replayed'), second.body]).toEqual([
      201,
      'true',
      first.body,
    ]);
    expect(await stored()).toBe(before + 1);
    expect(refusal(await plugins.upload(bundle('once', '1.0.1'), {}, headers))).toBe(
      '409 idempotency_key_reused Idempotency-Key',
    );
    expect(await stored()).toBe(before + 1);
  });

  it('D-IDEM-2 are answered while what a repetition brought is still being removed', async () => {
    const headers = { 'idempotency-key': 'plugin-removed' };
    const first = await plugins.upload(bundle('removed', '1.0.0'), {}, headers);
    const removal = Promise.withResolvers<void>();
    const { delete: remove } = SealedBlobStore.prototype;
    vi.spyOn(SealedBlobStore.prototype, 'delete').mockImplementation(async function (
      this: SealedBlobStore,
      key,
    ) {
      await removal.promise;
      return remove.call(this, key);
    });
    try {
      for (let time = 0; time < 2; time++)
        expect(await plugins.upload(bundle('removed', '1.0.0'), {}, headers)).toMatchObject({
          status: 201,
          body: first.body,
        });
    } finally {
      removal.resolve();
      vi.restoreAllMocks();
    }
  });

  it('D-IDEM-2 refuse a second upload with the key before its body is read', async () => {
    const key = { 'idempotency-key': 'held' };
    const again = () => plugins.upload(bundle('held', '1.0.0'), {}, key);
    const held = await plugins.hold(key);
    const unread = await plugins.hold(key);
    expect(await unread.status).toBe(409);
    expect(refusal(await again())).toBe('409 resource_conflict');
    held.abort();
    await expect.poll(async () => (await again()).status).toBe(201);
  });

  it('PLUG-13 require an admin key with its flag', async () => {
    const ask = (key: string, headers: Record<string, string>): Promise<Response> =>
      fetch(`http://127.0.0.1:${plugins.service.port}/v1/organizations/plugins`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
      });
    const inference = await ask(plugins.secrets.pia, { 'svc-beta': 'admin-2026-11-01' });
    expect(refusal(await readReply(inference))).toBe('403 admin_key_required');
    const flagless = await ask(`sk_admin_${'a'.repeat(64)}`, {});
    expect(refusal(await readReply(flagless))).toBe('400 beta_required svc-beta');
  });

  describe('for members', () => {
    const own = async (someone: Someone): Promise<Record<string, string>> => {
      const { body } = await plugins.as(someone, 'GET', '/me/plugins');
      return Object.fromEntries(
        body.data.map((one: Record<string, unknown>) => [
          one['name'],
          `${String(one['policy'])} ${one['installed'] ? 'on' : 'off'}`,
        ]),
      );
    };
    const set = (someone: Someone, id: string, installed: boolean): Promise<Reply> =>
      plugins.as(someone, 'PUT', `/me/plugins/${id}`, { installed });

    it('PLUG-06 PLUG-07 PLUG-08 D-PLUG-4 are required, available or blocked, as the service states', async () => {
      const make = async (name: string, policy: string): Promise<string> =>
        (await plugins.upload(bundle(name, '1.0.0'), { policy })).body.id;
      const [must, may, never] = [
        await make('must', 'required'),
        await make('may', 'available'),
        await make('never', 'blocked'),
      ];
      expect(await own('member')).toMatchObject({ must: 'required on', may: 'available off' });
      expect(await own('member')).not.toHaveProperty('never');
      expect((await set('member', may, true)).body).toMatchObject({ plugin_id: may, installed: true });
      expect((await set('member', may, true)).status).toBe(200);
      expect(await own('member')).toMatchObject({ may: 'available on' });
      expect(await own('developer')).toMatchObject({ may: 'available off' });
      expect(refusal(await set('member', must, false))).toBe('409 resource_conflict');
      expect(refusal(await set('member', never, true))).toBe('404 plugin_not_found plugin_id');
      expect(refusal(await set('stranger', may, true))).toBe('404 plugin_not_found plugin_id');
      await patch(may, { policy: 'blocked' });
      expect(await own('member')).not.toHaveProperty('may');
      await patch(may, { policy: 'available' });
      expect((await set('member', may, false)).body).toMatchObject({ installed: false });
      const seen = await plugins.as('administrator', 'GET', `/users/${plugins.ids['member']}/plugins`);
      expect(seen.body.data).toEqual((await plugins.as('member', 'GET', '/me/plugins')).body.data);
      expect(refusal(await plugins.as('administrator', 'GET', '/users/user_none/plugins'))).toBe(
        '404 user_not_found',
      );
      expect(refusal(await plugins.as('member', 'GET', `/users/${plugins.ids['member']}/plugins`))).toBe(
        '403 role_required',
      );
    });

    it('PLUG-08 PLUG-09 D-PLUG-4 apply in their workspaces, the narrower setting before the wider', async () => {
      const research = JSON.stringify([plugins.ids['Research']]);
      await plugins.upload(bundle('scoped', '1.0.0'), { policy: 'required', workspace_ids: research });
      expect(await own('workspace_admin')).toMatchObject({ scoped: 'required on' });
      expect(await own('owner')).toMatchObject({ scoped: 'required on' });
      expect(await own('member')).not.toHaveProperty('scoped');
      // `shared` of the marketplace is for all, the uploaded one for Default, where the member is.
      const { data } = (await plugins.admin('GET', '/plugins?limit=100')).body;
      const narrow = data.find(
        (one: Record<string, unknown>) => one['name'] === 'shared' && one['workspace_ids'] !== null,
      );
      await patch(narrow.id, { policy: 'required' });
      expect(await own('member')).toMatchObject({ shared: 'required on' });
      expect(await own('workspace_admin')).toMatchObject({ shared: 'available off' });
      await patch(narrow.id, { policy: 'blocked' });
      expect(await own('member')).not.toHaveProperty('shared');
    });
  });

  it('D-PLUG-1 are limited to the maximum number per organization', async () => {
    let status = 201;
    for (let i = 0; status === 201; i++) ({ status } = await plugins.upload(bundle(`filler-${i}`, '1.0.0')));
    expect((await plugins.admin('GET', '/plugins?limit=100')).body.data).toHaveLength(30);
    expect(refusal(await plugins.upload(bundle('one-more', '1.0.0')))).toBe('409 resource_conflict');
    expect((await plugins.upload(bundle('filler-0', '1.0.1'))).status).toBe(201);
  });
});
