import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { OperatorError } from '#kit';
import { clientConfig, type PostgresAddress } from './postgres-address.ts';
import { connectError } from './postgres-errors.ts';

/** For how long a connection keeps its session of the server. `direct`: there is no pooler. */
export type Pooling = 'direct' | 'session' | 'transaction' | 'statement';

/** Of two of them, one finds what the other left, unless each asks another process of the pooler. */
const CLIENTS = 3;
const ROUNDS = 4;
const LIMIT_MS = 15_000;
const CLOSE_LIMIT_MS = 500;

/** What answers at an address would lose data, or cannot do what is asked of it. Says what to set instead. */
export class PoolingRefused extends OperatorError {
  override readonly name = 'PoolingRefused';
}

const NEEDS_DIRECT =
  'Notifications between nodes, locks of migrations and prepared statements need a session of their own.';

/**
 * Refuses addresses behind which usage would be lost in silence. `direct` is the one for what needs a session of its own. Throws
 * PoolingRefused and StoreUnavailable.
 */
export async function requirePooling(address: PostgresAddress, direct?: PostgresAddress): Promise<void> {
  const pooling = await findPooling(address);
  if (pooling === 'statement')
    throw refusal(address, pooling, 'It allows no transactions.', 'Set pool_mode = session in the pooler');
  if (!direct) {
    if (pooling !== 'transaction') return;
    throw refusal(
      address,
      pooling,
      NEEDS_DIRECT,
      'Set DATABASE_DIRECT_URL to the address of the server itself, or of a pooler in session mode; or set pool_mode = session in the pooler',
    );
  }
  const ofDirect = await findPooling(direct);
  if (ofDirect === 'transaction' || ofDirect === 'statement')
    throw refusal(
      direct,
      ofDirect,
      NEEDS_DIRECT,
      'Set it to the address of the server itself, or of a pooler in session mode',
    );
  await requireSameDatabase(address, direct);
}

function refusal(
  { setting, server }: PostgresAddress,
  pooling: Pooling,
  why: string,
  advice: string,
): PoolingRefused {
  return new PoolingRefused(
    `${setting} leads to ${server}, a connection pooler in ${pooling} mode. ${why} ${advice} (docs/databases.md#poolers).`,
  );
}

/** Finds out by what connections see of the server. Throws StoreUnavailable. */
export async function findPooling(address: PostgresAddress): Promise<Pooling> {
  await using probe = new Probe(address);
  const first = await probe.open();
  try {
    // A pooler gives its clients numbers of its own.
    if ((await backendOf(first)) === first.processID) return 'direct';
    if (!(await allowsTransactions(first))) return 'statement';
    return (await probe.sharesSessions()) ? 'transaction' : 'session';
  } catch (error) {
    throw connectError(error, address);
  }
}

interface ProbeClient extends Client {
  /** Of the server's process, as the server says it at the start of a connection. */
  readonly processID: number | null;
}

class Probe implements AsyncDisposable {
  readonly #address: PostgresAddress;
  readonly #clients: ProbeClient[] = [];

  constructor(address: PostgresAddress) {
    this.#address = address;
  }

  /** Throws StoreUnavailable. */
  async open(): Promise<ProbeClient> {
    try {
      const client = new Client(probeConfig(this.#address)) as ProbeClient;
      // An error of a connection fails its query, too.
      client.on('error', () => undefined);
      this.#clients.push(client);
      await client.connect();
      return client;
    } catch (error) {
      throw connectError(error, this.#address);
    }
  }

  /** Whether two connections that are open meet the same process of the server, or one meets several. */
  async sharesSessions(): Promise<boolean> {
    const owners = new Map<number, ProbeClient>();
    const seen = new Map<ProbeClient, number>();
    for (let opened = this.#clients.length; opened < CLIENTS; opened++)
      if (!(await this.open().catch(() => undefined))) break;
    for (let round = 0; round < ROUNDS; round++)
      for (const client of this.#clients) {
        const backend = await backendOf(client).catch(() => undefined);
        // Sessions are kept: none is left for this client.
        if (backend === undefined) return false;
        if ((owners.get(backend) ?? client) !== client || (seen.get(client) ?? backend) !== backend)
          return true;
        owners.set(backend, client);
        seen.set(client, backend);
      }
    return false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => closeClient(client)));
  }
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

async function allowsTransactions(client: Client): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query('rollback');
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}

/** What notifications are sent through one must arrive at the other. */
async function requireSameDatabase(address: PostgresAddress, direct: PostgresAddress): Promise<void> {
  if ((await identityOf(address)) === (await identityOf(direct))) return;
  throw new PoolingRefused(
    `DATABASE_DIRECT_URL leads to ${direct.server}, and DATABASE_URL by ${address.server} to another database. Both must lead to the same database of one server.`,
  );
}

/** Of a database, while its server runs. Copies of it have another one. */
async function identityOf(address: PostgresAddress): Promise<string> {
  await using probe = new Probe(address);
  const client = await probe.open();
  try {
    const { rows } = await client.query<{ identity: string }>(
      `select concat_ws(' ', oid, pg_postmaster_start_time()) as identity from pg_database where datname = current_database()`,
    );
    return rows[0]!.identity;
  } catch (error) {
    throw connectError(error, address);
  }
}

function probeConfig(address: PostgresAddress) {
  return {
    ...clientConfig(address),
    application_name: 'svc check',
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  };
}

async function closeClient(client: Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  // A hanging server does not close the connection.
  await Promise.race([ended, delay(CLOSE_LIMIT_MS, undefined, { ref: false })]);
}
