import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutboundGuard, type OutboundContent } from '#kit';
import { httpSite, type NameReply, type NameServer, startNameServer, type TestSite } from '#test-kit';

/** The only address that the operator allowed; the listener on the other one must never be reached. */
const OPEN = '127.0.0.1';
const INNER = '127.0.0.2';

let outer: TestSite;
let inner: Server;
let innerConnections = 0;
let names: NameServer;

const a = (data: string, more: Partial<NameReply> = {}): NameReply => ({
  records: [{ type: 'A', data }],
  ...more,
});
const none: NameReply = { records: [] };

/** An attacker's host names: their addresses change between queries or are not what they seem. */
function respond(name: string, type: 'A' | 'AAAA', asked: number): readonly NameReply[] {
  if (type === 'AAAA') {
    if (name === 'mixed.test') return [{ records: [{ type, data: '::1' }] }];
    if (name === 'mapped.test') return [{ records: [{ type, data: `::ffff:${INNER}` }] }];
    if (name === 'late.test') return [{ records: [{ type, data: 'fd00::1' }], afterMs: 300 }];
    if (name === 'silent.test') return [];
    return [none];
  }
  const chain = (last: string): NameReply => ({
    records: [
      { type: 'CNAME', data: 'one.test' },
      { name: 'one.test', type: 'CNAME', data: 'two.test' },
      { name: 'two.test', type: 'A', data: last },
    ],
  });
  switch (name) {
    case 'rebind.test':
      return [a(asked % 2 === 0 ? OPEN : INNER)];
    case 'second.test':
      return [a(asked === 0 ? OPEN : INNER)];
    case 'chain.test':
      return [chain(asked === 0 ? OPEN : INNER)];
    case 'loop.test':
      return [{ records: [{ type: 'CNAME', data: 'loop.test' }] }];
    case 'forged.test':
      return [a(INNER, { forged: true }), a(OPEN, { afterMs: 30 }), a(INNER, { afterMs: 60 })];
    case 'many.test':
      return [
        {
          records: [
            ...Array.from({ length: 20 }, () => ({ type: 'A' as const, data: OPEN })),
            { type: 'A', data: INNER },
          ],
        },
      ];
    case 'mapped.test':
      return [none];
    case 'silent.test':
      return [];
    default:
      return [a(OPEN)];
  }
}

const url = (name: string, path = '/'): string => `http://${name}:${String(outer.port)}${path}`;
const guard = new OutboundGuard([OPEN]);
const read = (name: string, path?: string, timeoutMs = 5000): Promise<OutboundContent> =>
  guard.read({ url: url(name, path), redirects: 3, timeoutMs, firstByteMs: timeoutMs, limitBytes: 100_000 });
const outcome = (reading: Promise<OutboundContent>): Promise<string> =>
  reading.then(
    ({ bytes }) => bytes.toString(),
    (error: { failure: string; step: string }) => `${error.failure} ${error.step}`,
  );

beforeAll(async () => {
  outer = await httpSite((request, response) => {
    if (request.url?.startsWith('/to/') === true)
      response.writeHead(302, { location: url(request.url.slice(4)) }).end();
    else response.end('outer');
  });
  inner = createServer((_request, response) => response.end('inner secret'));
  inner.on('connection', () => innerConnections++);
  inner.listen(outer.port, INNER);
  await once(inner, 'listening');
});
afterAll(async () => {
  inner.closeAllConnections();
  inner.close();
  await outer.close();
});
beforeEach(async () => {
  names = await startNameServer(respond);
});
afterEach(async () => {
  await names.close();
  if (innerConnections > 0) throw new Error('a connection reached the address that is not open');
});

describe('D-53 a host name whose address changes', () => {
  it('between two requests is checked each time, and no connection is reused', async () => {
    const before = outer.connections();
    const outcomes: string[] = [];
    for (let ask = 0; ask < 20; ask++) outcomes.push(await outcome(read('rebind.test')));
    expect(outcomes).toEqual(
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'outer' : 'unreachable address')),
    );
    expect(names.questions.filter((one) => one === 'A rebind.test')).toHaveLength(20);
    expect(outer.connections() - before).toBe(10);
  });

  it('between many concurrent requests is resolved by each of them', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcome(read('rebind.test'))));
    expect(outcomes.filter((one) => one === 'outer')).toHaveLength(20);
    expect(outcomes.filter((one) => one === 'unreachable address')).toHaveLength(20);
  });

  it('between a request and its redirect to the same name is refused', async () => {
    expect(await outcome(read('second.test', '/to/second.test'))).toBe('unreachable address');
    expect(await outcome(read('other.test', '/to/second.test'))).toBe('unreachable address');
  });

  it('behind a chain of CNAMEs is checked at the end of the chain', async () => {
    expect(await outcome(read('chain.test'))).toBe('outer');
    expect(await outcome(read('chain.test'))).toBe('unreachable address');
    expect(await outcome(read('loop.test'))).toBe('unreachable dns');
  });
});

describe('D-53 a host name with several addresses', () => {
  it.each(['mixed.test', 'mapped.test', 'many.test'])(
    '%s is refused because of the one that is not public',
    async (name) => {
      expect(await outcome(read(name))).toBe('unreachable address');
    },
  );

  it('is checked once all are known, including a late one', async () => {
    expect(await outcome(read('late.test'))).toBe('unreachable address');
  });

  it('uses the first genuine reply: forged and further replies change nothing', async () => {
    expect(await outcome(read('forged.test'))).toBe('outer');
  });

  it('that never resolves ends with the request', async () => {
    expect(await outcome(read('silent.test', '/', 200))).toBe('timeout time');
  });
});
