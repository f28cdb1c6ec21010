import { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { chunk, MAIN_KEY, oneModel, openaiEngine, oneOrganization, rawReply, sse } from '#test-kit';
import { canRunNodes, installNodeHooks, NODES, redis, spread, withNodes } from './processes/nodes.ts';
import { ASK, installProcessHooks, upstream, type Started } from './processes/service-process.ts';

const PATIENTLY = { timeout: 20_000 };
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const CAPACITY = 6;
const OTHER_KEY = `sk_live_${'3'.repeat(64)}`;

/** Two organizations, and one engine with six slots for all nodes together. */
const narrow = (): Parameters<typeof withNodes>[0] => {
  const engine = openaiEngine(upstream.baseUrl, {
    max_concurrency: CAPACITY,
    timeouts: { first_output_s: 60, silence_s: 60, total_s: 120 },
  });
  const { engines } = oneModel(engine) as { engines: unknown };
  const organization = (name: string, secret: string): unknown => {
    const keys = [
      { name: 'main', kind: 'private', workspace: 'Default', created_by: `ada@${name}.test`, secret },
    ];
    const members = [{ email: `ada@${name}.test`, name: 'Ada', role: 'primary_owner' }];
    return (oneOrganization({ name, members, keys }) as { organizations: unknown[] }).organizations[0];
  };
  return {
    deployment: { engines },
    provisioning: { organizations: [organization('acme', MAIN_KEY), organization('other', OTHER_KEY)] },
  };
};

/** Calls that stay at the engine until they are released, and their outcomes. */
class Crowd {
  readonly refused: {
    readonly status: number;
    readonly code: string;
    readonly headers: Headers;
    readonly body: Record<string, unknown>;
  }[] = [];
  readonly #nodes: readonly Started[];
  readonly #go = Promise.withResolvers<void>();
  readonly #calls: Promise<number>[] = [];
  readonly #before = upstream.requests.length;

  constructor(nodes: readonly Started[]) {
    this.#nodes = nodes;
    upstream.script(
      rawReply([{ until: this.#go.promise }, sse(chunk({ content: 'x' }, 'stop')), sse('[DONE]')]),
    );
  }

  /** Calls at the engine. None ends before it is released, so this counts all that ever reached it. */
  get inFlight(): number {
    return upstream.requests.length - this.#before;
  }

  /** Sends this many concurrent calls across the nodes; resolves when each is at the engine or refused. */
  async ask(count: number, { key = MAIN_KEY, nodes = this.#nodes } = {}): Promise<void> {
    for (let i = 0; i < count; i++) this.#calls.push(this.#one(nodes[i % nodes.length]!, key).catch(() => 0));
    await vi.waitUntil(() => this.inFlight + this.refused.length === this.#calls.length, PATIENTLY);
  }

  /** Releases all calls and returns their statuses; 0 if the node died. */
  letGo(): Promise<number[]> {
    this.#go.resolve();
    return Promise.all(this.#calls);
  }

  codes(): Record<string, number> {
    const codes: Record<string, number> = {};
    for (const { status, code } of this.refused)
      codes[`${status} ${code}`] = (codes[`${status} ${code}`] ?? 0) + 1;
    return codes;
  }

  async #one(node: Started, key: string): Promise<number> {
    const response = await node.ask(key, ASK);
    const text = await response.text();
    if (response.status === 200) return 200;
    const { error } = JSON.parse(text) as { error: Record<string, unknown> };
    this.refused.push({
      status: response.status,
      code: String(error['code']),
      headers: response.headers,
      body: error,
    });
    return response.status;
  }
}

/** Resolves when every slot is available again. */
const served = (nodes: readonly Started[]): Promise<unknown> =>
  vi.waitUntil(async () => (await spread(nodes, CAPACITY)).every((status) => status === 200), PATIENTLY);

describe.runIf(canRunNodes)('several nodes with one engine', () => {
  installNodeHooks();

  it('ERR-30 D-78 never exceed its capacity together, and refuse the rest until there is room', () =>
    withNodes(narrow(), async (nodes) => {
      const crowd = new Crowd(nodes);
      await crowd.ask(15);
      expect([crowd.inFlight, crowd.codes()]).toEqual([CAPACITY, { '503 temporarily_unavailable': 9 }]);
      for (const { headers } of crowd.refused)
        expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      const statuses = await crowd.letGo();
      expect(statuses.filter((status) => status === 200)).toHaveLength(CAPACITY);
      await served(nodes);
    }));

  it('ERR-33 LIMIT-11 D-78 share it fairly between organizations, whichever node they call', () =>
    withNodes(narrow(), async (nodes) => {
      const crowd = new Crowd(nodes);
      await crowd.ask(4);
      await crowd.ask(1, { key: OTHER_KEY, nodes: [nodes[2]!] });
      await crowd.ask(NODES);
      expect([crowd.inFlight, crowd.codes()]).toEqual([5, { '429 capacity_busy': 3 }]);
      for (const { headers, body } of crowd.refused) {
        expect([
          headers.get('x-capacity-busy'),
          headers.get('retry-after'),
          body['retry_after_seconds'],
        ]).toEqual(['1', '2', 2]);
        expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      }
      await crowd.ask(1, { key: OTHER_KEY, nodes: [nodes[0]!] });
      await crowd.ask(1, { key: OTHER_KEY, nodes: [nodes[1]!] });
      expect([crowd.inFlight, crowd.codes()]).toEqual([
        CAPACITY,
        { '429 capacity_busy': 3, '503 temporarily_unavailable': 1 },
      ]);
      await crowd.letGo();
      await served(nodes);
    }));

  it('ERR-34 LIMIT-12 D-78 continue with their slots while Redis is unavailable, refuse more, and recover when it returns empty', () =>
    withNodes(narrow(), async (nodes) => {
      const before = await claimsOf(nodes.length);
      const crowd = new Crowd(nodes);
      await crowd.ask(3);
      // Each has heard of the others since all three were up.
      await expect
        .poll(async () => (await claimsOf(nodes.length)).every((number, i) => number > before[i]!))
        .toBe(true);
      await redis.kill();
      await expect.poll(() => degraded(nodes)).toEqual(nodes.map(() => ['counters']));
      await crowd.ask(12);
      // A third of the engine each.
      expect([crowd.inFlight, crowd.codes()]).toEqual([CAPACITY, { '503 capacity_busy': 9 }]);
      for (const { headers } of crowd.refused)
        expect([headers.get('retry-after'), headers.get('x-capacity-busy')]).toEqual(['5', null]);
      await redis.restart();
      await expect.poll(() => degraded(nodes)).toEqual(nodes.map(() => []));
      // Every node has registered its use: no slot is free.
      await expect
        .poll(async () => {
          const { length } = crowd.refused;
          await crowd.ask(NODES);
          return crowd.refused.slice(length).map(({ code }) => code);
        })
        .toEqual(nodes.map(() => 'temporarily_unavailable'));
      // None was free before that either.
      expect(crowd.inFlight).toBe(CAPACITY);
      await crowd.letGo();
      await served(nodes);
    }));

  it('D-78 get the slots of a killed node after a minute, and those of a stopped one immediately', () =>
    withNodes(narrow(), async (nodes) => {
      const [killed, stopped, left] = [nodes[0]!, nodes[1]!, nodes[2]!];
      const dead = new Crowd([killed]);
      await dead.ask(3);
      await killed.end('SIGKILL');
      expect(await dead.letGo()).toEqual([0, 0, 0]);
      const rest = new Crowd([left]);
      await rest.ask(4);
      expect([rest.inFlight, rest.codes()]).toEqual([3, { '503 temporarily_unavailable': 1 }]);
      await left.advance(60);
      await rest.ask(4);
      expect([rest.inFlight, rest.codes()]).toEqual([CAPACITY, { '503 temporarily_unavailable': 2 }]);
      await rest.letGo();
      await served([stopped]);
      await stopped.end('SIGTERM');
      expect(await spread([left], CAPACITY)).toEqual(Array.from({ length: CAPACITY }, () => 200));
    }));
});

/** The number of claims by each holder of the engine's slots, once there are this many holders. */
async function claimsOf(holders: number): Promise<number[]> {
  const client = new Redis(redis.url);
  try {
    const leases = async (): Promise<Record<string, string>> => {
      const [key] = await client.keys('svc:{engine:*}:leases');
      return key ? client.hgetall(key) : {};
    };
    await expect.poll(async () => Object.keys(await leases()).length).toBe(holders);
    const all = Object.entries(await leases()).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return all.map(([, lease]) => Number(lease.split(' ')[2]));
  } finally {
    client.disconnect();
  }
}

async function degraded(nodes: readonly Started[]): Promise<string[][]> {
  return Promise.all(
    nodes.map(
      async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as { degraded: string[] }).degraded,
    ),
  );
}
