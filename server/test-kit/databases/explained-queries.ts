import {
  CompiledQuery,
  createQueryId,
  type Kysely,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
} from 'kysely';

/** A query as the database was asked it, and how it went about it. */
export interface ExplainedQuery {
  readonly sql: string;
  /** Lines of EXPLAIN (ANALYZE, BUFFERS). */
  readonly plan: readonly string[];
}

/** Does the work, and then asks the database how it answers each query of it. */
export async function explainQueries<DB>(
  db: Kysely<DB>,
  work: (db: Kysely<DB>) => Promise<unknown>,
): Promise<ExplainedQuery[]> {
  const nodes: RootOperationNode[] = [];
  // Queries within a query are transformed too, but have no result of their own.
  const transformed = new WeakMap<QueryId, RootOperationNode>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      transformed.set(queryId, node);
      return node;
    },
    transformResult({ result, queryId }) {
      nodes.push(transformed.get(queryId)!);
      return Promise.resolve(result);
    },
  };
  await work(db.withPlugin(recorder));
  const explained: ExplainedQuery[] = [];
  for (const node of nodes) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, createQueryId());
    const explain = CompiledQuery.raw(`explain (analyze, buffers, costs off) ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain);
    explained.push({ sql, plan: rows.map((row) => row['QUERY PLAN']) });
  }
  return explained;
}
