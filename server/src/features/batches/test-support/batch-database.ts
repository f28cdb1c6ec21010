import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import type { Tables } from '#store';
import { LineSeals } from '../line-seal.ts';
import { insertLines } from '../store/line-rows.ts';
import { toLineGroups } from '../validation/line-groups.ts';

const ORGANIZATIONS = ['org_a', 'org_b'];
const DAY_MS = 86_400_000;

export const testSeals = new LineSeals(new SealingRing(new Secret(randomBytes(32).toString('base64'))));

/** Two organizations with a workspace each. */
export async function insertOrganizations(db: Kysely<Tables>): Promise<void> {
  for (const id of ORGANIZATIONS) {
    const created = { created_at: 1, name: id };
    await db
      .insertInto('organizations')
      .values({ id, provisioning_name: id, plan: 'pro', subscribed_at: 1, ...created })
      .execute();
    await db
      .insertInto('workspaces')
      .values({ id: `ws_${id}`, organization_id: id, allowed_ips: [], ...created })
      .execute();
  }
}

interface BatchFixture {
  readonly id: string;
  readonly lines: number;
  readonly organizationId?: 'org_a' | 'org_b';
  readonly nowMs: number;
}

/** A batch in progress with waiting lines. */
export async function insertRunningBatch(
  db: Kysely<Tables>,
  { id, lines, organizationId = 'org_a', nowMs }: BatchFixture,
): Promise<void> {
  await db
    .insertInto('batches')
    .values({
      id,
      organization_id: organizationId,
      workspace_id: `ws_${organizationId}`,
      created_by: 'apikey_1',
      key_id: 'apikey_1',
      user_id: 'user_1',
      betas: [],
      status: 'in_progress',
      input_file_id: 'file_1',
      metadata: {},
      problems: [],
      output_days: 30,
      total: lines,
      created_at: nowMs,
      in_progress_at: nowMs,
      expires_at: nowMs + DAY_MS,
    })
    .execute();
  const seal = await testSeals.of({ workspace_id: `ws_${organizationId}` });
  const sealed = Array.from({ length: lines }, (_, i) => ({
    line: i + 1,
    endpoint: '/v1/chat/completions' as const,
    customId: seal.seal(`line-${i + 1}`, id, i + 1, 'custom_id'),
    body: seal.seal(`{"line":${i + 1}}`, id, i + 1, 'body'),
    bodyBytes: 10,
  }));
  for (const group of toLineGroups(sealed)) await insertLines(db, id, group, nowMs);
}

/** This many batches like the given one, each with one line. */
export async function copyBatch(db: Kysely<Tables>, id: string, copies: number): Promise<void> {
  const numbers = sql`generate_series(1, ${copies}) n`;
  const same = sql`organization_id, workspace_id, created_by, user_id, betas, status, input_file_id, metadata, problems, output_days, created_at, expires_at`;
  await sql`insert into batches (id, ${same}) select id || n, ${same} from batches, ${numbers} where id = ${id}`.execute(
    db,
  );
  const line = sql`endpoint, custom_id, body, body_bytes, state, due_at`;
  await sql`
    insert into batch_lines (batch_id, line, ${line}) select batch_id || n, line, ${line}
    from batch_lines, ${numbers} where batch_id = ${id} and line = 1`.execute(db);
}

/** How many lines of the batch are in each state. */
export async function statesOf(db: Kysely<Tables>, batchId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('batch_lines')
    .select(['state', (eb) => eb.fn.countAll<number>().as('lines')])
    .where('batch_id', '=', batchId)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, lines }) => [state, lines]));
}
