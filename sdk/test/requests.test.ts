import { describe, expect, it } from 'vitest';
import { ADMINISTRATION_BETA, ADMINISTRATION_OPERATIONS } from '@svc/contract';
import { Svc, type Admin } from '../src/index.ts';
import { json, scriptedClient } from './scripted-fetch.ts';

const PAGE = { object: 'list', has_more: false, first_id: null, last_id: null, data: [] };

describe('the Admin API', () => {
  it.each(ADMINISTRATION_OPERATIONS.map(({ id, method, path }) => [id, method, path] as const))(
    '%s is %s %s',
    async (id, method, path) => {
      const { svc, sent } = scriptedClient([json(PAGE)]);
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `an/${name}`);
      await (svc.admin[id as keyof Admin] as (...all: unknown[]) => Promise<unknown>)(...ids, {});
      const expected = path.replaceAll(/\{(\w+)\}/g, 'an%2F$1');
      expect(sent[0]).toMatchObject({
        url: `http://svc.test${expected}`,
        init: { method, headers: { 'svc-beta': ADMINISTRATION_BETA } },
      });
      expect('idempotency-key' in sent[0]!.init.headers).toBe(method === 'POST');
    },
  );

  it('refuses an id that would lead to another operation', async () => {
    const { svc, sent } = scriptedClient([]);
    for (const id of ['', '.', '..']) expect(() => svc.admin.readApiKey(id)).toThrow('is no id');
    expect(sent).toEqual([]);
  });

  it('writes lists into a query one by one, and leaves out what is undefined', async () => {
    const { svc, sent } = scriptedClient([json({ ...PAGE, next_page: null })]);
    await svc.admin.reportUsage({
      starting_at: '2026-11-01T00:00:00Z',
      'group_by[]': ['model', 'endpoint'],
      limit: 7,
    });
    expect(new URL(sent[0]!.url).search).toBe(
      '?starting_at=2026-11-01T00%3A00%3A00Z&group_by%5B%5D=model&group_by%5B%5D=endpoint&limit=7',
    );
  });
});

describe('pages', () => {
  const key = (id: string): object => ({ id });

  it('are the first one for who awaits, and every item for who iterates', async () => {
    const pages = [
      json({ ...PAGE, data: [key('c'), key('b')], has_more: true, first_id: 'c', last_id: 'b' }),
      json({ ...PAGE, data: [key('a')], first_id: 'a', last_id: 'a' }),
    ];
    const { svc, sent } = scriptedClient(pages);
    const keys = svc.admin.listApiKeys({ status: 'all', limit: 2 });
    expect((await keys).data.map(({ id }) => id)).toEqual(['c', 'b']);
    expect(sent).toHaveLength(1);
    expect((await Array.fromAsync(keys)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(new URL(sent[1]!.url).search).toBe('?status=all&limit=2&after_id=b');
  });

  it('go on towards what is newer where that was asked for', async () => {
    const { svc, sent } = scriptedClient([
      json({ ...PAGE, data: [key('b')], has_more: true, first_id: 'b', last_id: 'b' }),
      json(PAGE),
    ]);
    await Array.fromAsync(svc.admin.listApiKeys({ before_id: 'a' }));
    expect(new URL(sent[1]!.url).search).toBe('?before_id=b');
  });

  it('of a report are linked by its own text', async () => {
    const bucket = { starting_at: '', ending_at: '', results: [] };
    const { svc, sent } = scriptedClient([
      json({ data: [bucket], has_more: true, next_page: 'p2' }),
      json({ data: [bucket], has_more: false, next_page: null }),
    ]);
    expect(await Array.fromAsync(svc.admin.reportCost({ starting_at: 'x' }))).toHaveLength(2);
    expect(new URL(sent[1]!.url).searchParams.get('page')).toBe('p2');
  });
});

describe('credentials', () => {
  it('of a program are its key, and no cookie', async () => {
    const { svc, sent } = scriptedClient([json(PAGE)]);
    await svc.models.list();
    expect(sent[0]?.init).toMatchObject({
      credentials: 'omit',
      headers: { authorization: 'Bearer sk_live_x' },
    });
  });

  it('of a person are the cookie and, with changes, the token against forged ones; calls go to the API of the Console', async () => {
    const sent: [string, RequestInit][] = [];
    const fetch = (url: string, init: RequestInit): Promise<Response> => {
      sent.push([url, init]);
      return Promise.resolve(json(PAGE));
    };
    const svc = new Svc({
      baseUrl: 'https://svc.test/',
      session: { csrfToken: () => 'token', workspaceId: 'wrkspc_1' },
      fetch: fetch as typeof globalThis.fetch,
    });
    await svc.admin.listWorkspaces({ include_archived: true });
    await svc.admin.createWorkspace({ name: 'Research' });
    await svc.admin.readOrganization();
    await svc.files.delete('file_1');
    await svc.tunnels.retrieve('tnl_1');
    expect(sent.map(([url]) => url)).toEqual([
      'https://svc.test/console/api/workspaces?include_archived=true',
      'https://svc.test/console/api/workspaces',
      'https://svc.test/console/api/organization',
      'https://svc.test/console/api/workspaces/wrkspc_1/files/file_1',
      'https://svc.test/console/api/workspaces/wrkspc_1/tunnels/tnl_1',
    ]);
    expect(sent.map(([, { headers }]) => (headers as Record<string, string>)['svc-csrf'])).toEqual([
      undefined,
      'token',
      undefined,
      'token',
      undefined,
    ]);
    expect(
      sent.every(
        ([, init]) => init.credentials === 'same-origin' && !('authorization' in (init.headers as object)),
      ),
    ).toBe(true);
  });

  it.each(['http://svc.test', 'http://svc.test/', 'http://svc.test/v1', 'http://svc.test/v1/'])(
    'the base URL may be %s',
    async (baseUrl) => {
      let asked = '';
      const fetch = (url: string): Promise<Response> => {
        asked = url;
        return Promise.resolve(json(PAGE));
      };
      await new Svc({ baseUrl, apiKey: 'x', fetch: fetch as typeof globalThis.fetch }).models.list();
      expect(asked).toBe('http://svc.test/v1/models');
    },
  );
});
