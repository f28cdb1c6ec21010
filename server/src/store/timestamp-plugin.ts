import {
  AndNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  type BinaryOperationNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';
import { toTimestamp } from '#kit';

/**
 * Epoch ms as RFC 3339 in UTC with milliseconds, which is the text format PostgreSQL parses as timestamptz
 * and the journal's format.
 */
export function toPreciseTimestamp(ms: number): string {
  const whole = Math.floor(ms);
  const fraction = ((whole % 1000) + 1000) % 1000;
  return `${toTimestamp(whole).slice(0, -1)}.${String(fraction).padStart(3, '0')}Z`;
}

/**
 * Lets code write and compare timestamptz columns as epoch milliseconds, the form in which they are read.
 * PostgreSQL parses no epoch numbers, and a driver does not know a parameter's type before sending it, so the
 * query tree is the only place to convert. All timestamptz columns, and no others, end in `_at` (a test
 * checks the schema). The plugin does not see inside sql`…` and tuples: use `toPreciseTimestamp` there.
 * PostgreSQL rejects a number that slips through, and never misreads it.
 */
export class TimestampPlugin implements KyselyPlugin {
  readonly #transformer = new TimestampTransformer();

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(args.node, args.queryId);
  }

  transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(args.result);
  }
}

class TimestampTransformer extends OperationNodeTransformer {
  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const out = super.transformInsertQuery(node, queryId);
    const indexes = (out.columns ?? []).flatMap((column, index) =>
      isTimestampName(column.column.name) ? [index] : [],
    );
    if (indexes.length === 0 || out.values?.kind !== 'ValuesNode') return out;
    const { values } = out.values as OperationNode & {
      values: readonly (ValueListNode | PrimitiveValueListNode)[];
    };
    const rows = values.map((row) =>
      row.kind === 'ValueListNode'
        ? ValueListNode.create(
            row.values.map((value, index) => (indexes.includes(index) ? encodeNode(value) : value)),
          )
        : PrimitiveValueListNode.create(
            row.values.map((value, index) => (indexes.includes(index) ? encode(value) : value)),
          ),
    );
    return { ...out, values: { kind: 'ValuesNode', values: rows } as OperationNode };
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode, queryId?: QueryId): ColumnUpdateNode {
    const out = super.transformColumnUpdate(node, queryId);
    return isTimestampColumn(out.column) ? { ...out, value: encodeNode(out.value) } : out;
  }

  protected override transformBinaryOperation(
    node: BinaryOperationNode,
    queryId?: QueryId,
  ): BinaryOperationNode {
    const out = super.transformBinaryOperation(node, queryId);
    return isTimestampColumn(out.leftOperand) ? { ...out, rightOperand: encodeNode(out.rightOperand) } : out;
  }
}

function isTimestampName(name: string): boolean {
  return name.endsWith('_at');
}

function isTimestampColumn(node: OperationNode): boolean {
  const inner =
    node.kind === 'ReferenceNode' ? (node as OperationNode & { column: OperationNode }).column : node;
  if (inner.kind !== 'ColumnNode') return false;
  return isTimestampName((inner as OperationNode & { column: { name: string } }).column.name);
}

function encode(value: unknown): unknown {
  return typeof value === 'number' ? toPreciseTimestamp(value) : value;
}

function encodeNode(node: OperationNode): OperationNode {
  if (ValueNode.is(node)) return { ...node, value: encode(node.value) } as ValueNode;
  if (PrimitiveValueListNode.is(node)) return PrimitiveValueListNode.create(node.values.map(encode));
  // The bounds of `between`.
  if (AndNode.is(node)) return AndNode.create(encodeNode(node.left), encodeNode(node.right));
  if (ValueListNode.is(node)) return ValueListNode.create(node.values.map(encodeNode));
  return node;
}
