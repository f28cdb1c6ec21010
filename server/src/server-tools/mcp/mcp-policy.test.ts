import { ApiError } from '@svc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OutboundGuard, Secret } from '#kit';
import { httpSite, scriptedMcpSite, type ScriptedMcpSite, type TestSite } from '#test-kit';
import { McpBench } from '../test-support/mcp-bench.ts';
import { namesOf } from '../test-support/tool-bench.ts';

let site: ScriptedMcpSite;
let inner: TestSite;
const mcp = new McpBench(() => site.url);
const { bench, open, refusal, call } = mcp;

beforeAll(async () => {
  inner = await httpSite((_request, response) => response.end('inner secret'));
  site = await scriptedMcpSite();
});

afterEach(() => {
  mcp.close();
  site.lies = {};
  site.seen.length = 0;
});

afterAll(() => Promise.all([site.close(), inner.close()]));

describe('policy', () => {
  it.each<[string, readonly string[], boolean]>([
    ['no host', [], false],
    ['another host', ['b.test'], false],
    ['a part of its name', ['mcp.test'], false],
    ['the host', ['my-mcp.test'], true],
    ['what it is below', ['test'], true],
  ])('MSG-70 D-40 that allows %s', async (_name, allowed_hosts, allows) => {
    const from = bench({ names: { 'my-mcp.test': [['127.0.0.1']] }, tools: { mcp: { allowed_hosts } } });
    const server = { url: `http://my-mcp.test:${site.port}/mcp` };
    if (allows) expect((await open(server, from)).tools).toHaveLength(1);
    else {
      const error = await refusal(server, from);
      expect([error.status, error.code]).toEqual([403, 'mcp_server_not_allowed']);
      expect(site.seen).toEqual([]);
    }
  });

  it('MSG-70 D-40 is judged for all servers before one is asked', async () => {
    const from = bench({ tools: { mcp: { allowed_hosts: ['127.0.0.1'] } } });
    const url = `http://127.0.0.1:${site.port}/mcp`;
    const work = from.open({
      mcp: [
        { name: 'a', url },
        { name: 'b', url: 'https://elsewhere.test/' },
      ],
    });
    await expect(work).rejects.toMatchObject({ catalogName: 'mcp_server_not_allowed' });
    expect(site.seen).toEqual([]);
  });

  it('MSG-69 without tunnels none is found', async () => {
    const work = bench().open({
      mcp: [
        { name: 'a', url: 'https://a.test/' },
        { name: 'b', url: 'https://inner/', tunnelId: 'tun_1' },
      ],
    });
    await expect(work).rejects.toMatchObject({
      status: 404,
      code: 'tunnel_not_found',
      options: { param: 'mcp_servers[1].tunnel_id' },
    });
  });

  it('D-40 with tunnels the way is theirs, whatever the address', async () => {
    const dialled: object[] = [];
    const guard = new OutboundGuard(['127.0.0.1/32'], namesOf({ inner: [['127.0.0.1']] }));
    const tunnels = { dial: (tunnel: object) => (dialled.push(tunnel), Promise.resolve(guard)) };
    const from = bench({ open: [], parts: { tunnels }, tools: { mcp: { allowed_hosts: [] } } });
    const url = `http://inner:${site.port}/mcp`;
    expect(await call(open({ url, tunnelId: 'tun_1' }, from))).toEqual({ text: 'done' });
    expect(dialled).toEqual([{ id: 'tun_1', url, param: 'mcp_servers[0].tunnel_id' }]);
    const refusing = { dial: () => Promise.reject(new ApiError('tunnel_unavailable')) };
    expect(await refusal({ url, tunnelId: 'tun_1' }, bench({ parts: { tunnels: refusing } }))).toMatchObject({
      code: 'tunnel_unavailable',
    });
  });
});

/** As it is delivered: no address of its own network is open. */
describe('the network the service stands in', () => {
  const port = '%PORT%';
  it.each([
    `https://127.0.0.1:${port}/`,
    `https://127.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f000001:${port}/`,
    `https://0177.0.0.1:${port}/`,
    `https://①②⑦.⓪.⓪.①:${port}/`,
    `https://0:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:7f00:1]:${port}/`,
    `https://[64:ff9b::127.0.0.1]:${port}/`,
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    `https://localhost:${port}/`,
    `https://loopback.test:${port}/`,
    `https://mixed.test:${port}/`,
    'https://nowhere.test/',
  ])('D-40 is not reached by %s: 502', async (url) => {
    const before = inner.connections();
    const names = {
      localhost: [['127.0.0.1']],
      'loopback.test': [['127.0.0.1']],
      'mixed.test': [['93.184.215.14', '127.0.0.1']],
    };
    const error = await refusal(
      { url: url.replace(port, String(inner.port)), authorizationToken: new Secret('t') },
      bench({ open: [], names }),
    );
    expect([error.status, error.code]).toEqual([502, 'upstream_unavailable']);
    expect(inner.connections()).toBe(before);
  });

  it.each([
    'http://public.test/',
    'ftp://public.test/',
    'file:///etc/passwd',
    'https://user:pw@public.test/',
    'no url',
  ])('D-40 is not reached by %s: 400', async (url) => {
    const error = await refusal({ url }, bench({ open: [], names: { 'public.test': [['93.184.215.14']] } }));
    expect([error.status, error.code, error.options.param]).toEqual([
      400,
      'invalid_request',
      'mcp_servers[0].url',
    ]);
  });

  it('D-40 is not reached by a name that changes: every request is judged by what it connects to', async () => {
    const url = `http://rebind.test:${site.port}/mcp`;
    const early = bench({ names: { 'rebind.test': [['127.0.0.1'], ['10.0.0.1']] } });
    expect((await refusal({ url }, early)).code).toBe('upstream_unavailable');
    const rows = [...Array.from({ length: 4 }, () => ['127.0.0.1']), ['169.254.169.254']];
    const late = bench({ names: { 'rebind.test': rows } });
    expect(await call(open({ url }, late))).toEqual({ text: 'The site cannot be reached.', isError: true });
  });
});
