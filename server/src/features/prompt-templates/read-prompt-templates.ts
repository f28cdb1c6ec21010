import {
  ApiError,
  type PromptTemplate,
  type PromptTemplateMessage,
  type PromptTemplateQuery,
} from '@svc/contract';
import { cutPage, isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp } from '#kit';
import type { Page, PageRequest, WorkspaceScope } from '#store';
import {
  findNewestVersions,
  findTemplate,
  findTemplatePage,
  findVersion,
  type StoredTemplate,
  type VersionRow,
} from './store/template-rows.ts';

/** A page ends early where its texts are longer than this: a version may have a million characters. */
const PAGE_BYTES = 1_048_576;

type TemplateAndVersion = readonly [StoredTemplate, VersionRow];

/** With the newest version of each (D-PTPL-3). */
export function listPromptTemplates(scope: WorkspaceScope, query: PageQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => readTemplatePage(scope, page),
    hasPlace: isWellFormedId('promptTemplate'),
    toItem: ([template, version]) => toPromptTemplate(template, version),
    idOf: ([{ id }]) => id,
  });
}

/** By id or name, with the version that is asked for. Throws 404 for a template, a label or a version that is not there. */
export async function readPromptTemplate(
  scope: WorkspaceScope,
  idOrName: string,
  query: PromptTemplateQuery,
): Promise<PromptTemplate> {
  const template = await requireTemplate(scope, idOrName);
  const number = numberOf(template, query);
  return toPromptTemplate(template, await requireVersion(scope, template, number));
}

/** Throws 404 `prompt_template_not_found`. */
export async function requireTemplate(scope: WorkspaceScope, idOrName: string): Promise<StoredTemplate> {
  const template = await findTemplate(scope, idOrName);
  if (!template) throw new ApiError('prompt_template_not_found', { param: 'template' });
  return template;
}

/** Throws 404 `prompt_template_version_not_found`. */
export async function requireVersion(
  scope: WorkspaceScope,
  template: StoredTemplate,
  number: number,
): Promise<VersionRow> {
  const version = await findVersion(scope, template, number);
  if (!version) throw new ApiError('prompt_template_version_not_found', { param: 'version' });
  return version;
}

function numberOf(template: StoredTemplate, { version, label }: PromptTemplateQuery): number {
  if (version !== undefined && label !== undefined)
    throw new ApiError('invalid_parameter', { param: 'label', message: 'Send version or label, not both.' });
  if (label === undefined) return version ?? template.latest_version;
  if (!Object.hasOwn(template.labels, label))
    throw new ApiError('prompt_template_not_found', {
      param: 'label',
      message: 'The prompt template has no such label. Read it without label to find its labels.',
    });
  return template.labels[label]!;
}

async function readTemplatePage(scope: WorkspaceScope, page: PageRequest): Promise<Page<TemplateAndVersion>> {
  const cut = { bytesOf: ({ bytes }: StoredTemplate) => bytes, maxBytes: PAGE_BYTES };
  const { items, hasMore } = cutPage(await findTemplatePage(scope, page), page, cut);
  const versions = await findNewestVersions(scope, items);
  return { items: items.map((template) => [template, versions.get(template.id)!]), hasMore };
}

function toPromptTemplate(template: StoredTemplate, version: VersionRow): PromptTemplate {
  return {
    id: template.id,
    type: 'prompt_template',
    name: template.name,
    latest_version: template.latest_version,
    labels: template.labels,
    model: version.model,
    variables: [...template.variables],
    created_at: toTimestamp(template.created_at),
    updated_at: toTimestamp(template.updated_at),
    version: {
      number: version.number,
      messages: JSON.parse(version.messages) as PromptTemplateMessage[],
      created_at: toTimestamp(version.created_at),
      created_by: version.created_by,
    },
  };
}
