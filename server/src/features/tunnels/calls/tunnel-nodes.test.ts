import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpSite, testDatabases, textOf, TunnelBench, type TestSite } from '#test-kit';
import { ClusterSignature, SIGNATURE_HEADER } from './cluster-signature.ts';
import { Secret } from '#kit';
import { encodeRemoteCall } from './remote-wire.ts';

type Listener = (body: string, response: ServerResponse) => unknown;

describe.each(await testDatabases())('nodes over $kind', (database) => {
  let bench: TunnelBench;
  let site: TestSite;
  let url: string;
  let listener: Listener;

  beforeEach(async () => {
    bench = await TunnelBench.open(database, { nodes: 2 });
    listener = (body, response) => response.end(`said ${body}`);
    site = await httpSite((request, response) => void text(request).then((body) => listener(body, response)));
    url = `http://127.0.0.1:${site.port}/mcp`;
  });
  afterEach(async () => {
    await bench.close();
    await site.close();
  });

  it('D-TUN-13 a call reaches a connector of another node, streamed in both directions', async () => {
    const [first, second] = bench.nodes;
    const { id, token } = await bench.tunnel([url]);
    await bench.connect(token, second);
    const large = 'x'.repeat(5_000_000);
    expect(await bench.ask(id, url, { body: large }, first)).toBe(`said ${large}`);
    const goOn = Promise.withResolvers<undefined>();
    listener = async (_body, response) => {
      response.write('early');
      await goOn.promise;
      response.end('late');
    };
    const response = await bench.request(id, url, {}, first);
    expect(Buffer.from((await response.body.next()).value as Uint8Array).toString()).toBe('early');
    goOn.resolve(undefined);
    expect(await textOf(response)).toBe('late');
    expect([first!.outcomes, second!.outcomes]).toEqual([{ answered: 2 }, {}]);
  });

  it('D-TUN-13 calls spread over connectors of all nodes', async () => {
    const { id, token } = await bench.tunnel([url]);
    await Promise.all([bench.connect(token, bench.nodes[0]), bench.connect(token, bench.nodes[1])]);
    await Promise.all(Array.from({ length: 20 }, () => bench.ask(id, url, {}, bench.nodes[0])));
    await delay(1500);
    const rows = await bench.db.selectFrom('tunnel_connections').select('requests_1h').execute();
    const counts = rows.map(({ requests_1h: count }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('D-TUN-13 a node warns at start when other nodes have connectors that it cannot reach', async () => {
    const lone = await TunnelBench.open(database, { isClustered: false });
    const { id, token } = await lone.tunnel([url]);
    expect(lone.logLines).toEqual([]);
    await lone.connect(token);
    const second = await lone.addNode();
    expect(lone.logLines.join('')).toContain('several nodes share the database without cluster_secret');
    expect(await lone.ask(id, url, {}, second)).toBe('tunnel_unavailable');
    await lone.close();
  });

  it('D-TUN-13 a node warns once when another one refuses its calls', async () => {
    const other = await bench.addNode(new Secret('o'.repeat(32)));
    const { id, token } = await bench.tunnel([url]);
    await bench.connect(token, bench.nodes[0]);
    for (let call = 0; call < 2; call++)
      expect(await bench.ask(id, url, {}, other)).toBe('tunnel_unavailable');
    expect(
      bench.logLines.filter((line) => line.includes('give all nodes the same cluster_secret')),
    ).toHaveLength(1);
  });

  it('D-TUN-14 a call through a node that dies is retried on another connector', async () => {
    const [first, second] = bench.nodes;
    const { id, token } = await bench.tunnel([url]);
    await bench.connect(token, second);
    let calls = 0;
    listener = async (body, response) => {
      if (++calls > 1) return void response.end(`said ${body}`);
      await delay(50);
      second!.kill();
    };
    expect(await bench.ask(id, url, {}, first)).toBe('tunnel_unavailable');
    await bench.connect(token, first);
    for (let i = 0; i < 4; i++) expect(await bench.ask(id, url, {}, first)).toBe('said {}');
  });

  it('D-TUN-14 a dead node does not count as an attempt, however many rows it left', async () => {
    const { id, token } = await bench.tunnel([url]);
    await bench.connect(token, bench.nodes[1]);
    const row = await bench.db.selectFrom('tunnel_connections').selectAll().executeTakeFirstOrThrow();
    const dead = Array.from({ length: 5 }, (_, i) => ({
      ...row,
      id: `conn_${i}`,
      node_id: 'dead',
      node_url: 'http://127.0.0.1:1',
    }));
    await bench.db.insertInto('tunnel_connections').values(dead).execute();
    for (let i = 0; i < 4; i++) expect(await bench.ask(id, url, {}, bench.nodes[0])).toBe('said {}');
  });

  it('D-TUN-14 a call is not retried after bytes of the reply came through a node that died', async () => {
    const [first, second] = bench.nodes;
    const { id, token } = await bench.tunnel([url]);
    await bench.connect(token, second);
    await bench.connect(token, second);
    let calls = 0;
    listener = async (_body, response) => {
      calls++;
      response.write('some');
      await delay(50);
      second!.kill();
    };
    expect(await bench.ask(id, url, {}, first)).toBe('tunnel_unavailable');
    expect(calls).toBe(1);
  });

  it('D-TUN-15 a call through another node is cancelled when its caller disconnects', async () => {
    const [first, second] = bench.nodes;
    const { id, token } = await bench.tunnel([url]);
    await bench.connect(token, second);
    const arrived = Promise.withResolvers<ServerResponse>();
    listener = (_body, response) => arrived.resolve(response);
    const leaving = new AbortController();
    const asked = bench.ask(id, url, { signal: leaving.signal }, first);
    const closed = once(await arrived.promise, 'close');
    leaving.abort();
    expect(await asked).toContain('aborted');
    await closed;
  });

  it('D-TUN-15 the deadline is passed on with the call', async () => {
    const [first, second] = bench.nodes;
    const { id, token } = await bench.tunnel([url]);
    const connector = await bench.connect(token, second);
    listener = () => undefined;
    expect(await bench.ask(id, url, { timeoutMs: 500 }, first)).toBe('tunnel_timeout');
    await expect.poll(() => connector.output).toMatch(/"outcome":"(timeout|cancelled)"/);
  });

  it('D-TUN-13 refuses calls that are unsigned, signed with another secret, modified, old or replayed', async () => {
    const { port } = bench.nodes[1]!;
    const call = {
      callId: 'c',
      method: 'POST',
      url,
      headers: {},
      body: Buffer.from('{}'),
      deadlineMs: 1000,
    } as const;
    const body = encodeRemoteCall({ connectionId: 'conn_x', call });
    const own = new ClusterSignature(new Secret('c'.repeat(32)));
    const send = async (signature: string | undefined, sent: Buffer = body): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${port}/internal/tunnel-call`, {
        method: 'POST',
        body: new Uint8Array(sent),
        headers: signature === undefined ? {} : { [SIGNATURE_HEADER]: signature },
      });
      await response.arrayBuffer();
      return response.status;
    };
    const now = Date.now();
    const good = own.sign(body, now);
    expect(await send(good)).toBe(200);
    expect(await send(good)).toBe(403);
    expect(await send(undefined)).toBe(403);
    expect(await send('t=1')).toBe(403);
    expect(await send(own.sign(body, now - 61_000))).toBe(403);
    expect(await send(new ClusterSignature(new Secret('d'.repeat(32))).sign(body, now))).toBe(403);
    expect(await send(own.sign(body, now), Buffer.concat([body, Buffer.from('x')]))).toBe(403);
  });
});
