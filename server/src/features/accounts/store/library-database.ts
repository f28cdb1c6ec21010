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

/** The sign-in library's way to our tables. */
export function libraryDatabase(db: Kysely<Tables>, clock: Clock) {
  return { db: db.withPlugin(new LibraryTime(clock)), type: 'postgres', transaction: true } as const;
}

/**
 * The library knows the machine's time only, as `Date`. What it writes is moved to the service's time, and what it reads moved
 * back, so that both agree on what is past; they differ where the test clock was moved.
 */
class LibraryTime implements KyselyPlugin {
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
    const isTime = (name: string, value: unknown): value is number => name.endsWith('_at') && typeof value === 'number';
    const entries = Object.entries(row).map(([name, value]) => [name, isTime(name, value) ? new Date(value - offsetMs) : value]);
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

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode, queryId?: QueryId): PrimitiveValueListNode {
    return { ...super.transformPrimitiveValueList(node, queryId), values: node.values.map((value) => this.#encode(value)) };
  }

  #encode(value: unknown): unknown {
    return value instanceof Date ? toPreciseTimestamp(value.getTime() + this.#clock.offsetMs()) : value;
  }
}
