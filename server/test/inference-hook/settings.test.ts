import { describe, expect, it } from 'vitest';
import { refusal, httpDatabases } from '#test-kit';
import { OTHER_ORGANIZATION_ADMIN_KEY } from '../webhooks/webhooks-fixture.ts';
import { ADMINISTRATOR_KEY, HOOK, MAIN_KEY, OWNER_KEY, useHookAdmin } from './hook-admin.ts';

const PUBLIC_URL = 'https://93.184.215.14/policy';

describe.each(await httpDatabases(import.meta.filename))(
  'settings of an inference hook on $kind',
  (database) => {
    const suite = useHookAdmin(database);
    const put = (body: object) => suite.ask('PUT', '', { url: PUBLIC_URL, mode: 'enforce', ...body });

    it('POLICY-01 PUT makes or replaces the hook, and without one there is nothing to read', async () => {
      expect(refusal(await suite.ask('GET'))).toBe('404 inference_hook_not_found');
      const made = await suite.ask('PUT', '', { url: PUBLIC_URL, mode: 'shadow' });
      const shown = {
        type: 'inference_hook',
        url: PUBLIC_URL,
        mode: 'shadow',
        on_failure: 'deny',
        timeout_ms: 2000,
        events: ['prompt', 'tool_call'],
        workspace_ids: null,
        headers: [],
        status: 'healthy',
        failing_since: null,
        calls_1h: 0,
        denied_1h: 0,
        failed_1h: 0,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      };
      expect(made.status).toBe(201);
      expect(made.body).toEqual({ ...shown, signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) });
      expect((await suite.ask('GET')).body).toEqual(shown);

      await suite.hooks.advance(60);
      const settings = { mode: 'off', on_failure: 'allow', timeout_ms: 100, events: ['tool_call'] };
      const replaced = await put({ ...settings, url: `${PUBLIC_URL}/2` });
      expect(replaced.status).toBe(200);
      const second = { ...shown, ...settings, url: `${PUBLIC_URL}/2`, status: 'off' };
      expect(replaced.body).toEqual(second);
      expect(replaced.body.created_at).toBe(made.body.created_at);
      expect(replaced.body.updated_at).not.toBe(made.body.updated_at);

      const { body: again } = await put({});
      expect(again, 'defaults, not what was there').toEqual({ ...shown, mode: 'enforce' });
      const deleted = await suite.ask('DELETE');
      expect([deleted.status, deleted.body]).toEqual([200, { type: 'inference_hook', deleted: true }]);
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/rotate_secret'],
        ['POST', '/test'],
      ] as const)
        expect(refusal(await suite.ask(method, path)), path).toBe('404 inference_hook_not_found');
    });

    it('POLICY-01 the hook of another organization does not exist, and workspace keys have none', async () => {
      await put({});
      expect(refusal(await suite.ask('GET', '', undefined, OTHER_ORGANIZATION_ADMIN_KEY))).toBe(
        '404 inference_hook_not_found',
      );
      expect(refusal(await suite.ask('DELETE', '', undefined, OTHER_ORGANIZATION_ADMIN_KEY))).toBe(
        '404 inference_hook_not_found',
      );
      expect((await suite.ask('GET')).status).toBe(200);
      expect(refusal(await suite.ask('GET', '', undefined, MAIN_KEY))).toBe('403 admin_key_required');
      const headers = { 'svc-beta': undefined };
      expect(refusal(await suite.hooks.call('GET', HOOK, { headers }))).toBe('403 admin_key_required');
    });

    it("POLICY-02 only an owner's key changes it; an administrator's may read and test", async () => {
      const asAdministrator = (method: string, path = '', body?: object) =>
        suite.ask(method, path, body, ADMINISTRATOR_KEY);
      const body = { url: PUBLIC_URL, mode: 'off' };
      expect(refusal(await asAdministrator('PUT', '', body))).toBe('403 role_required');
      expect((await suite.ask('PUT', '', body, OWNER_KEY)).status).toBe(201);
      expect(refusal(await asAdministrator('PUT', '', { ...body, workspace_ids: ['none'] }))).toBe(
        '403 role_required',
      );
      expect(refusal(await asAdministrator('POST', '/rotate_secret'))).toBe('403 role_required');
      expect(refusal(await asAdministrator('DELETE'))).toBe('403 role_required');
      expect((await asAdministrator('GET')).body).toMatchObject({ mode: 'off' });
      await suite.put('/dead');
      expect((await asAdministrator('POST', '/test')).status).toBe(200);
    });

    it('POLICY-03 an address is public, or of a network the operator opened, and of at most 2,048 characters', async () => {
      const ofLength = (length: number) => PUBLIC_URL.padEnd(length, 'x');
      for (const url of [
        'https://10.0.0.1/policy',
        'https://[::1]/policy',
        'https://policy.internal/',
        'https://user:secret@93.184.215.14/policy',
        'ftp://93.184.215.14/policy',
        'policy',
        ofLength(2049),
      ])
        expect(refusal(await put({ url })), url).toBe('400 invalid_url url');
      expect((await put({ url: ofLength(2048) })).status).toBe(201);
      expect((await put({ url: 'https://127.0.0.1/policy' })).status, 'opened').toBe(200);
    });

    it('POLICY-08 workspaces are those of the organization, each once', async () => {
      const { Default: first = '', Other: second = '' } = await suite.workspaces();
      const chosen = await put({ workspace_ids: [second, first, second] });
      expect(chosen.body.workspace_ids).toEqual([second, first]);
      expect((await suite.ask('GET')).body.workspace_ids).toEqual([second, first]);
      const strange = { workspace_ids: [first, 'wrkspc_01m80naqydyjb73qnm3gz94qyp'] };
      expect(refusal(await put(strange))).toBe('404 workspace_not_found workspace_ids[1]');
      expect(refusal(await put({ workspace_ids: [] }))).toBe('400 invalid_parameter workspace_ids');
      expect((await suite.ask('GET')).body.workspace_ids, 'unchanged').toEqual([second, first]);
      expect((await put({ workspace_ids: null })).body.workspace_ids).toBeNull();
    });

    it('POLICY-06 POLICY-13 settings out of their bounds are refused', async () => {
      for (const [refused, name] of [
        [{ mode: 'on' }, 'mode'],
        [{ mode: undefined }, 'mode'],
        [{ on_failure: 'retry' }, 'on_failure'],
        [{ timeout_ms: 99 }, 'timeout_ms'],
        [{ timeout_ms: 10_001 }, 'timeout_ms'],
        [{ events: [] }, 'events'],
        [{ events: ['reply'] }, 'events[0]'],
      ] as const)
        expect(refusal(await put(refused)), name).toBe(`400 invalid_parameter ${name}`);
      expect(refusal(await put({ status: 'healthy' }))).toBe('400 read_only_field status');
      expect(refusal(await put({ retries: 3 }))).toBe('400 unknown_parameter retries');
      expect((await put({ timeout_ms: 10_000 })).status).toBe(201);
      expect((await put({ events: ['tool_call', 'prompt', 'prompt'] })).body.events).toEqual([
        'prompt',
        'tool_call',
      ]);
    });
  },
);

describe.each(await httpDatabases(import.meta.filename))(
  'addresses of an inference hook on $kind',
  (database) => {
    const suite = useHookAdmin(database, { deployment: { webhooks: { allow_http: false } } });

    it('POLICY-03 an address is https', async () => {
      expect(refusal(await suite.put('/plain'))).toBe('400 invalid_url url');
      const url = 'http://93.184.215.14/policy';
      expect(refusal(await suite.ask('PUT', '', { url, mode: 'off' }))).toBe('400 invalid_url url');
    });
  },
);
