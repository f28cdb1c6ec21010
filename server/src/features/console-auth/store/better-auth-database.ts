import { AsyncLocalStorage } from 'node:async_hooks';
import {
  OperationNodeTransformer,
  type Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
  type ValueNode,
} from 'kysely';
import type { Clock } from '#kit';
import { toPreciseTimestamp, type Tables } from '#store';

const joined = new AsyncLocalStorage<Kysely<Tables>>();

/** Has what better-auth does within `work` belong to the transaction, and so exist exactly when what is written beside it does. */
export function joinTransaction<T>(trx: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  return joined.run(trx, work);
}

/** The database, or the transaction that was joined. */
export function joinableDatabase(db: Kysely<Tables>, plugins: readonly KyselyPlugin[] = []): Kysely<Tables> {
  const prepare = (bare: Kysely<Tables>): Kysely<Tables> =>
    plugins.reduce((prepared, plugin) => prepared.withPlugin(plugin), bare);
  const root = prepare(db);
  return new Proxy(root, {
    get(_target, name) {
      const trx = joined.getStore();
      const current = trx ? prepare(trx) : root;
      // better-auth begins transactions of its own: within ours they are a part of it.
      if (trx && name === 'transaction')
        return () => ({ execute: <T>(work: (within: Kysely<Tables>) => Promise<T>) => work(current) });
      const value: unknown = Reflect.get(current, name, current);
      return typeof value === 'function' ? (value.bind(current) as unknown) : value;
    },
  });
}

/** better-auth's way to our tables. */
export function betterAuthDatabase(db: Kysely<Tables>, clock: Clock) {
  return {
    db: joinableDatabase(db, [new BetterAuthTime(clock)]),
    type: 'postgres',
    transaction: true,
  } as const;
}

/** A time of the service, converted for better-auth. */
export function toBetterAuthTime(clock: Clock, atMs: number): Date {
  return new Date(atMs - clock.offsetMs());
}

/**
 * better-auth knows the machine's time only, as `Date`. What it writes is moved to the service's time, and what it reads moved
 * back, so that both agree on what is past; they differ where the test clock was moved.
 */
class BetterAuthTime implements KyselyPlugin {
  readonly #clock: Clock;
  readonly #transformer: DateTransformer;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#transformer = new DateTransformer(clock);
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve({ ...result, rows: result.rows.map((row) => this.#withDates(row)) });
  }

  #withDates(row: UnknownRow): UnknownRow {
    const offsetMs = this.#clock.offsetMs();
    const isTime = (name: string, value: unknown): value is number =>
      name.endsWith('_at') && typeof value === 'number';
    const entries = Object.entries(row).map(([name, value]) => [
      name,
      isTime(name, value) ? new Date(value - offsetMs) : value,
    ]);
    return Object.fromEntries(entries) as UnknownRow;
  }
}

class DateTransformer extends OperationNodeTransformer {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  protected override transformValue(node: ValueNode, queryId?: QueryId): ValueNode {
    return { ...super.transformValue(node, queryId), value: this.#encode(node.value) };
  }

  protected override transformPrimitiveValueList(
    node: PrimitiveValueListNode,
    queryId?: QueryId,
  ): PrimitiveValueListNode {
    return {
      ...super.transformPrimitiveValueList(node, queryId),
      values: node.values.map((value) => this.#encode(value)),
    };
  }

  #encode(value: unknown): unknown {
    return value instanceof Date ? toPreciseTimestamp(value.getTime() + this.#clock.offsetMs()) : value;
  }
}
