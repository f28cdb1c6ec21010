import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { McpServer } from '#exchange';
import { Secret } from '#kit';
import type { OpenTools, ServerTool, ToolOutcome } from '#reply';
import { httpSite, mcpSite, type McpKind, type McpSite } from '#test-kit';
import { never, refusalOf, ToolBench, type BenchOptions } from '../test-support/tool-bench.ts';

const KINDS: readonly McpKind[] = ['modern', 'stateless', 'sessions'];
const sites = {} as Record<McpKind | 'guarded', McpSite>;
const opened: { close(): void }[] = [];

function bench(options: BenchOptions = {}): ToolBench {
  const made = new ToolBench(options);
  opened.push(made);
  return made;
}

async function open(
  servers: readonly McpServer[],
  from = bench(),
  more: { tools?: { name: string }[]; signal?: AbortSignal } = {},
): Promise<OpenTools> {
  const tools = await from.open(
    { mcp: servers, ...(more.tools ? { tools: more.tools } : {}) },
    more.signal ?? never,
  );
  opened.push(tools);
  return tools;
}

function tool(from: OpenTools, name: string): ServerTool {
  const found = from.tools.find(({ definition }) => definition.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

const call = (from: OpenTools, name: string, args: unknown = {}, signal = never): Promise<ToolOutcome> =>
  tool(from, name).run(typeof args === 'string' ? args : JSON.stringify(args), signal);

beforeAll(async () => {
  for (const kind of KINDS) sites[kind] = await mcpSite(kind);
  sites.guarded = await mcpSite('stateless', 'the-token');
});

afterEach(() => {
  for (const one of opened.splice(0).toReversed()) one.close();
  for (const site of Object.values(sites)) site.requests.length = 0;
});

afterAll(() => Promise.all(Object.values(sites).map((site) => site.close())));

describe.each(KINDS)('a %s MCP server', (kind) => {
  it('D-40 its tools are <name>__<tool> with description and schema, and run', async () => {
    const tools = await open([{ name: 'docs', url: sites[kind].url }]);
    expect(tools.tools.map(({ definition }) => definition.name)).toEqual(
      ['echo', 'fail', 'throw', 'mixed', 'structured', 'big', 'nothing', 'progress', 'route', 'wait'].map(
        (name) => `docs__${name}`,
      ),
    );
    expect(tool(tools, 'docs__echo')).toMatchObject({
      kind: 'mcp',
      maxUses: Infinity,
      definition: {
        description: 'Says it back.',
        parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
    });
    expect(await call(tools, 'docs__echo', { text: 'hi' })).toEqual({ text: 'said hi' });
    expect(await Promise.all(['a', 'b', 'c'].map((text) => call(tools, 'docs__echo', { text })))).toEqual(
      ['a', 'b', 'c'].map((text) => ({ text: `said ${text}` })),
    );
  });

  it('D-40 what a tool answers becomes text, its errors too', async () => {
    const tools = await open([{ name: 's', url: sites[kind].url }]);
    expect(await call(tools, 's__mixed')).toEqual({
      text: 'first\n\n[image, not shown]\n\n[audio, not shown]\n\nof a file\n\n[file file:///b.bin, not shown]\n\n[resource c: file:///c.txt]',
    });
    expect(await call(tools, 's__structured')).toEqual({ text: '{"sum":3}' });
    expect(await call(tools, 's__nothing', '')).toEqual({ text: '(no content)' });
    expect(await call(tools, 's__fail')).toEqual({ text: 'it does not work', isError: true });
    expect(await call(tools, 's__throw')).toMatchObject({
      isError: true,
      text: expect.stringContaining('thrown inside') as string,
    });
    expect(await call(tools, 's__echo', { text: 1 })).toMatchObject({ isError: true });
    for (const args of ['[]', 'null', '{', '"text"'])
      expect(await call(tools, 's__echo', args)).toEqual({
        text: 'The arguments must be a JSON object.',
        isError: true,
      });
  });

  it('D-40 a huge answer is cut, a larger one refused, and the next call works', async () => {
    const tools = await open(
      [{ name: 's', url: sites[kind].url }],
      bench({ tools: { mcp: { max_characters: 100, max_bytes: 50_000 } } }),
    );
    expect((await call(tools, 's__big', { characters: 1000 })).text).toBe(
      `${'x'.repeat(100)}\n[cut here: 900 more characters]`,
    );
    expect(await call(tools, 's__big', { characters: 100_000 })).toMatchObject({ isError: true });
    expect(await call(tools, 's__echo', { text: 'still' })).toEqual({ text: 'said still' });
  });

  it('D-40 a call that hangs is told to the model in time; the signal and the end of the reply end one at once', async () => {
    const hasty = await open(
      [{ name: 's', url: sites[kind].url }],
      bench({ tools: { mcp: { call_timeout_s: 0.3 } } }),
    );
    expect(await call(hasty, 's__wait')).toEqual({ text: 'The tool did not answer in time.', isError: true });
    const tools = await open([{ name: 's', url: sites[kind].url }]);
    const leaving = new AbortController();
    const ended = call(tools, 's__wait', {}, leaving.signal).catch(({ message }: Error) => message);
    await expect.poll(() => sites[kind].waiting).toBeGreaterThan(0);
    const atMs = performance.now();
    leaving.abort(new Error('left'));
    expect(await ended).toBe('left');
    // Far from the time a call may take.
    expect(performance.now() - atMs).toBeLessThan(3000);
    const lost = call(tools, 's__wait');
    await new Promise((resolve) => setTimeout(resolve, 100));
    tools.close();
    tools.close();
    expect(await lost).toMatchObject({ isError: true });
    expect(await call(tools, 's__echo', { text: 'late' })).toMatchObject({ isError: true });
  });
});

describe('MCP servers', () => {
  it('D-40 allowed_tools limits what the model sees, and names the server does not know are nothing', async () => {
    const tools = await open([{ name: 's', url: sites.modern.url, allowedTools: ['echo', 'unknown'] }]);
    expect(tools.tools.map(({ definition }) => definition.name)).toEqual(['s__echo']);
  });

  it('D-40 parameters a server wants in headers too are sent there', async () => {
    const tools = await open([{ name: 's', url: sites.modern.url }]);
    const before = sites.modern.requests.length;
    expect(await call(tools, 's__route', { region: 'eu' })).toEqual({ text: 'went to eu' });
    expect(sites.modern.requests.slice(before).map(({ headers }) => headers['mcp-param-region'])).toEqual([
      'eu',
    ]);
  });

  it('D-40 several servers at once, and a name that is taken gets a tag', async () => {
    const servers = [
      { name: 'a', url: sites.modern.url, allowedTools: ['echo'] },
      { name: 'b', url: sites.sessions.url, allowedTools: ['echo'] },
    ];
    const tools = await open(servers, bench(), { tools: [{ name: 'a__echo' }] });
    const names = tools.tools.map(({ definition }) => definition.name);
    expect(names).toEqual([expect.stringMatching(/^a__echo_[0-9a-f]{8}$/) as string, 'b__echo']);
    for (const name of names)
      expect(await call(tools, name, { text: name })).toEqual({ text: `said ${name}` });
  });

  it('D-40 a session is ended with the reply, and news nobody reads is not asked for', async () => {
    const tools = await open([{ name: 's', url: sites.sessions.url }]);
    expect(sites.sessions.openSessions()).toBeGreaterThan(0);
    const ours = sites.sessions.requests.at(-1)?.headers['mcp-session-id'];
    tools.close();
    await expect
      .poll(() =>
        sites.sessions.requests
          .filter(({ method }) => method === 'DELETE')
          .map(({ headers }) => headers['mcp-session-id']),
      )
      .toContain(ours);
    expect(sites.sessions.requests.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it('D-40 the token goes with every request to the server, and into no log and no error', async () => {
    const from = bench();
    const tools = await open(
      [{ name: 's', url: sites.guarded.url, authorizationToken: new Secret('the-token') }],
      from,
    );
    expect(await call(tools, 's__echo', { text: 'hi' })).toEqual({ text: 'said hi' });
    expect(sites.guarded.requests.length).toBeGreaterThan(3);
    for (const { headers } of sites.guarded.requests) expect(headers.authorization).toBe('Bearer the-token');
    expect(from.logged).not.toContain('the-token');
    const refused = await refusalOf(
      open([{ name: 's', url: sites.guarded.url, authorizationToken: new Secret('wrong-token') }], from),
    );
    expect(refused).toMatchObject({ catalogName: 'upstream_unavailable', status: 502 });
    expect(
      `${JSON.stringify(refused)} ${String(refused.stack)} ${String(refused.cause)} ${from.logged}`,
    ).not.toMatch(/wrong-token|no such token/);
  });

  it('D-40 a server that cannot be used is 502 upstream_unavailable, and the others are let go', async () => {
    const silent = await httpSite(() => undefined);
    const good = { name: 'good', url: sites.sessions.url };
    const before = sites.sessions.openSessions();
    const from = bench({ tools: { mcp: { open_timeout_s: 1.5 } } });
    const refused = refusalOf(
      open([good, { name: 'bad', url: `http://127.0.0.1:${silent.port}/mcp` }], from),
    );
    await expect.poll(() => sites.sessions.openSessions()).toBe(before + 1);
    expect(await refused).toMatchObject({
      catalogName: 'upstream_unavailable',
      message: expect.stringContaining('mcp_servers[1]') as string,
    });
    await expect.poll(() => sites.sessions.openSessions()).toBe(before);
    await silent.close();
  });

  it('D-40 the signal ends opening at once', async () => {
    const leaving = new AbortController();
    const ended = open([{ name: 's', url: sites.modern.url }], bench({ parts: { guard: hanging } }), {
      signal: leaving.signal,
    }).catch(({ message }: Error) => message);
    await new Promise((resolve) => setTimeout(resolve, 100));
    leaving.abort(new Error('left'));
    expect(await ended).toBe('left');
  });
});

const hanging = { request: () => new Promise(() => undefined) } as never;
