import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { startNameServer, type NameReply } from '#test-kit';

/** The only address that the operator allowed. */
export const OPEN = '127.0.0.1';
/** Listeners here count connections: none may be made. */
const TRAPS = ['127.0.0.2', '::1'] as const;
const [INNER, INNER_IPV6] = TRAPS;

/** What a host name leads to once it has turned, by how an attacker would do it. */
const TURNED_NAMES = {
  'a name that turns to a loopback address': { A: [INNER], AAAA: [] },
  'a name that turns to a loopback IPv6 address': { A: [], AAAA: [INNER_IPV6] },
  'a name that turns to an IPv4-mapped IPv6 address': { A: [], AAAA: [`::ffff:${INNER}`] },
  'a name that turns to addresses of both kinds': { A: [OPEN], AAAA: [INNER_IPV6] },
  'a name that turns to two addresses': { A: [OPEN, INNER], AAAA: [] },
} as const;

/** Where a site redirects to once it has turned. */
const TURNED_SITES = {
  'a redirect to a loopback address': INNER,
  'a redirect to an IPv4-mapped IPv6 address': `[::ffff:${INNER}]`,
  'a redirect to a name of a loopback address': 'inner.hosts.test',
} as const;

type NameTurn = keyof typeof TURNED_NAMES;
type SiteTurn = keyof typeof TURNED_SITES;
export type Turn = NameTurn | SiteTurn;

export const NAME_TURNS = Object.keys(TURNED_NAMES) as readonly NameTurn[];
export const SITE_TURNS = Object.keys(TURNED_SITES) as readonly SiteTurn[];

/** One attempt to lead a caller astray, with a host name of its own. */
export interface Trial {
  readonly host: string;
  url(path?: string): string;
  /** The name, or the site, turns now: everything before was innocent. */
  turn(): void;
  /** Where the site redirects to. Undefined before the turn, and for names that turn. */
  location(): string | undefined;
  /** Times that the name was looked up. */
  lookups(): number;
}

export interface TrapNetwork {
  /** At a site whose origin has the open address as its host. */
  trial(origin: URL, turn: Turn): Trial;
  /** Connections to addresses that are not open since it was asked last, with all that are already under way. */
  trapped(): Promise<number>;
  close(): Promise<void>;
}

class Trap {
  readonly #server: Server = createServer((_request, response) => response.end('inner secret'));
  readonly #address: string;
  readonly #port: number;
  #connections = 0;

  constructor(address: string, port: number) {
    this.#address = address;
    this.#port = port;
    this.#server.on('connection', () => this.#connections++);
  }

  /** False on a machine without such an address, where nothing can be reached by it either. */
  async open(): Promise<boolean> {
    this.#server.listen(this.#port, this.#address);
    try {
      await once(this.#server, 'listening');
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL') return false;
      throw error;
    }
  }

  /** Connections are accepted in their order: one of our own comes behind all that were made before. */
  async connections(): Promise<number> {
    const accepted = once(this.#server, 'connection');
    const probe = connect(this.#port, this.#address);
    await accepted;
    probe.destroy();
    const count = this.#connections - 1;
    this.#connections = 0;
    return count;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Traps beside sites that listen at these ports of the open address, and a name server for hosts below `hosts.test`. */
export async function startTrapNetwork(ports: readonly number[]): Promise<TrapNetwork> {
  const traps: Trap[] = [];
  for (const port of ports)
    for (const address of TRAPS) {
      const trap = new Trap(address, port);
      if (await trap.open()) traps.push(trap);
    }
  const turned = new Map<string, NameTurn>();
  const names = await startNameServer((name, type): NameReply[] => {
    if (name === 'inner.hosts.test') return [{ records: type === 'A' ? [{ type, data: INNER }] : [] }];
    const turn = turned.get(name);
    const addresses = turn ? TURNED_NAMES[turn][type] : type === 'A' ? [OPEN] : [];
    return [{ records: addresses.map((data) => ({ type, data })) }];
  });
  let trials = 0;
  return {
    trial({ protocol, port }, turn) {
      const host = `${String(trials++)}.hosts.test`;
      let location: string | undefined;
      return {
        host,
        url: (path = '/') => `${protocol}//${host}:${port}${path}`,
        turn() {
          if (turn in TURNED_NAMES) turned.set(host, turn as NameTurn);
          else location = `${protocol}//${TURNED_SITES[turn as SiteTurn]}:${port}/secret`;
        },
        location: () => location,
        lookups: () => names.questions.filter((question) => question === `A ${host}`).length,
      };
    },
    async trapped() {
      const counts = await Promise.all(traps.map((trap) => trap.connections()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async close() {
      for (const trap of traps) trap.close();
      await names.close();
    },
  };
}
