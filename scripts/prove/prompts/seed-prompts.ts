import type { Store, Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely } from '../../../server/test-kit/index.ts';
import { promptText } from './calls.ts';

const BATCH_SIZE = 500;

/** Templates of the only workspace, each with so many versions and a label that points at one of them. */
export function seedPrompts(store: Store, templates: number, versions: number): Promise<void> {
  return store.withoutTimeLimits((db) => seed(db, templates, versions));
}

async function seed(db: Kysely<Tables>, templates: number, versions: number): Promise<void> {
  const workspace = await db
    .selectFrom('workspaces')
    .select(['id', 'organization_id'])
    .executeTakeFirstOrThrow();
  const { system, user } = promptText('{{guest}}');
  const messages = JSON.stringify([
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]);
  for (let from = 0; from < templates; from += BATCH_SIZE) {
    const until = Math.min(templates, from + BATCH_SIZE) - 1;
    await sql`
      with made as (
        insert into prompt_templates (id, organization_id, workspace_id, name, latest_version, created_at, updated_at)
        select 'ptpl_' || lpad(n::text, 26, '0'), ${workspace.organization_id}, ${workspace.id}, 'template-' || n, ${versions}::int, now(), now()
        from generate_series(${from}::int, ${until}::int) as n
        returning id)
      insert into prompt_template_versions (template_id, number, messages, variables, created_at, created_by)
      select made.id, v, ${messages}, '["guest"]', now(), 'user_seed' from made, generate_series(1, ${versions}::int) as v`.execute(
      db,
    );
  }
  await sql`insert into prompt_template_labels (template_id, label, version)
    select id, 'production', 1 + (abs(hashtext(id)) % ${versions}::int) from prompt_templates`.execute(db);
  await sql`analyze prompt_templates, prompt_template_versions, prompt_template_labels`.execute(db);
}
