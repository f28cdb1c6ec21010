import { sql, type Selectable } from 'kysely';
import type { PromptTemplateMessage } from '@svc/contract';
import type { ResourceNames } from '#features/audit';
import {
  readPage,
  type Page,
  type PageRequest,
  type Tables,
  type WorkspaceScope,
  type OrganizationScope,
} from '#store';

type TemplateRow = Selectable<Tables['prompt_templates']>;
export type VersionRow = Selectable<Tables['prompt_template_versions']>;

/** A template with what its newest version says, and without its text. */
export interface StoredTemplate extends TemplateRow {
  readonly labels: Readonly<Record<string, number>>;
  readonly variables: readonly string[];
  /** Bytes of the text of the newest version. */
  readonly bytes: number;
}

export function findTemplatePage(scope: WorkspaceScope, page: PageRequest): Promise<Page<StoredTemplate>> {
  return readPage(templatesOf(scope), 't.id', page) as Promise<Page<StoredTemplate>>;
}

/** By id or name. */
export async function findTemplate(
  scope: WorkspaceScope,
  idOrName: string,
): Promise<StoredTemplate | undefined> {
  const found = await templatesOf(scope)
    .where((eb) => eb.or([eb('t.id', '=', idOrName), eb('t.name', '=', idOrName)]))
    .execute();
  // Somebody may name a template like the id of another.
  return found.find(({ id }) => id === idOrName) ?? found[0];
}

export async function findTemplateNamed(
  scope: WorkspaceScope,
  name: string,
): Promise<StoredTemplate | undefined> {
  return templatesOf(scope).where('t.name', '=', name).executeTakeFirst();
}

export async function findVersion(
  { db }: WorkspaceScope,
  { id }: Pick<StoredTemplate, 'id'>,
  number: number,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('prompt_template_versions')
    .selectAll()
    .where('template_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The newest version of each, by the template's id. */
export async function findNewestVersions(
  { db }: WorkspaceScope,
  templates: readonly StoredTemplate[],
): Promise<ReadonlyMap<string, VersionRow>> {
  if (templates.length === 0) return new Map();
  const rows = await db
    .selectFrom('prompt_template_versions as v')
    .innerJoin('prompt_templates as t', (join) =>
      join.onRef('t.id', '=', 'v.template_id').onRef('t.latest_version', '=', 'v.number'),
    )
    .selectAll('v')
    .where(
      't.id',
      'in',
      templates.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map((row) => [row.template_id, row]));
}

export async function countTemplates({ db, organizationId, workspaceId }: WorkspaceScope): Promise<number> {
  const templates = db.selectFrom('prompt_templates').select(sql<number>`count(*)::int`.as('count'));
  const counted = templates
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId);
  return (await counted.executeTakeFirstOrThrow()).count;
}

export async function insertTemplate(
  { db, organizationId, workspaceId }: WorkspaceScope,
  template: Pick<TemplateRow, 'id' | 'name'>,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('prompt_templates')
    .values({
      ...template,
      organization_id: organizationId,
      workspace_id: workspaceId,
      latest_version: 0,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .execute();
}

interface NewVersion {
  readonly number: number;
  readonly messages: readonly PromptTemplateMessage[];
  readonly variables: readonly string[];
  readonly model: string | null;
  readonly created_by: string;
}

/** Makes it the newest version of the template. */
export async function insertVersion(
  scope: WorkspaceScope,
  id: string,
  { messages, ...version }: NewVersion,
  nowMs: number,
): Promise<void> {
  await scope.db
    .insertInto('prompt_template_versions')
    .values({ ...version, template_id: id, messages: JSON.stringify(messages), created_at: nowMs })
    .execute();
  await updateTemplate(scope, id, { latest_version: version.number, updated_at: nowMs });
}

/** `version` null: the label is gone. */
export async function setLabel(
  scope: WorkspaceScope,
  id: string,
  { label, version }: { readonly label: string; readonly version: number | null },
  nowMs: number,
): Promise<void> {
  const { db } = scope;
  if (version === null)
    await db
      .deleteFrom('prompt_template_labels')
      .where('template_id', '=', id)
      .where('label', '=', label)
      .execute();
  else
    await db
      .insertInto('prompt_template_labels')
      .values({ template_id: id, label, version })
      .onConflict((conflict) => conflict.columns(['template_id', 'label']).doUpdateSet({ version }))
      .execute();
  await updateTemplate(scope, id, { updated_at: nowMs });
}

async function updateTemplate(
  { db, organizationId, workspaceId }: WorkspaceScope,
  id: string,
  set: Partial<TemplateRow>,
): Promise<void> {
  await db
    .updateTable('prompt_templates')
    .set(set)
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

function templatesOf({ db, organizationId, workspaceId }: WorkspaceScope) {
  const labels = sql<StoredTemplate['labels']>`coalesce((
    select jsonb_object_agg(l.label, l.version) from prompt_template_labels l where l.template_id = t.id), '{}')`;
  return db
    .selectFrom('prompt_templates as t')
    .innerJoin('prompt_template_versions as v', (join) =>
      join.onRef('v.template_id', '=', 't.id').onRef('v.number', '=', 't.latest_version'),
    )
    .selectAll('t')
    .select(['v.variables', labels.as('labels'), sql<number>`octet_length(v.messages)`.as('bytes')])
    .where('t.organization_id', '=', organizationId)
    .where('t.workspace_id', '=', workspaceId);
}

/** For the audit log. */
export const templateNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from prompt_templates where organization_id = ${organizationId}`;

/** Whether the workspace has any. */
export async function hasTemplates(
  { db, organizationId }: OrganizationScope,
  workspaceId: string,
): Promise<boolean> {
  const one = db
    .selectFrom('prompt_templates')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
