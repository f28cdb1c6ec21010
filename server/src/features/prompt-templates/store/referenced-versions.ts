import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

/** A reference of a model call, by label or by number. `key` tells it from others of the same query. */
export interface TemplateReference {
  readonly key: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly label: string | null;
  readonly number: number | null;
}

export interface ReferencedVersion {
  readonly key: string;
  /** Null: the template is there, and the version is not, or the label is not set. */
  readonly messages: string | null;
  readonly model: string | null;
}

/** What references stand for. One whose template does not exist is left out. */
export async function loadReferencedVersions(
  db: Kysely<Tables>,
  references: readonly TemplateReference[],
): Promise<ReferencedVersion[]> {
  const { rows } = await sql<ReferencedVersion>`
    select r.key, v.messages, v.model
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb)
      as r (key text, workspace_id text, name text, label text, number integer)
    join prompt_templates t on t.workspace_id = r.workspace_id and t.name = r.name
    left join prompt_template_labels l on l.template_id = t.id and l.label = r.label
    left join prompt_template_versions v on v.template_id = t.id and v.number = coalesce(r.number, l.version)`.execute(
    db,
  );
  return rows;
}
