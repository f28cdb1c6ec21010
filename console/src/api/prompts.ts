import { queryOptions } from '@tanstack/react-query';
import type { PromptTemplate } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about prompt templates in the cache. */
export const TEMPLATES = ['templates'] as const;

/** Any other can be typed. */
const MAX_SUGGESTED = 100;

function pathOf(workspaceId: string, template: string) {
  return { workspace_id: workspaceId, template };
}

export function templateList(workspaceId: string) {
  return listOptions<PromptTemplate>([...TEMPLATES, workspaceId, 'list'], (query, options) =>
    call('listPromptTemplates', { path: { workspace_id: workspaceId }, query, ...options }),
  );
}

/** With the newest version, or the one of that number. */
export function templateOptions(workspaceId: string, template: string, version?: number) {
  return queryOptions({
    queryKey: [...TEMPLATES, workspaceId, 'one', template, version ?? 'newest'],
    queryFn: ({ signal }) =>
      call('readPromptTemplate', { path: pathOf(workspaceId, template), query: { version }, signal }),
  });
}

/** The version that a reference of a call stands for, as far as its form is right. */
export function referenceOptions(workspaceId: string, reference: string) {
  const [, name = '', label, version] = /^(.+?)(?:@(.+)|-v(\d+))$/.exec(reference) ?? [];
  const query = label === undefined ? { version: Number(version) } : { label };
  return queryOptions({
    queryKey: [...TEMPLATES, workspaceId, 'reference', reference],
    enabled: name !== '',
    retry: false,
    queryFn: ({ signal }) => call('readPromptTemplate', { path: pathOf(workspaceId, name), query, signal }),
  });
}

/** References that a call can be given: the labels of each template, and its newest version. */
export function suggestionsOptions(workspaceId: string) {
  return queryOptions({
    queryKey: [...TEMPLATES, workspaceId, 'suggestions'],
    queryFn: async ({ signal }) => {
      const path = { workspace_id: workspaceId };
      const query = { limit: MAX_SUGGESTED };
      const { data } = await call('listPromptTemplates', { path, query, signal });
      return data.flatMap(({ name, labels, latest_version: newest }) =>
        [...Object.keys(labels).map((label) => `${name}@${label}`), `${name}-v${newest}`].map((value) => ({
          value,
        })),
      );
    },
  });
}

/** Whether there is something to answer in the version. */
export function endsWithUser({ version }: PromptTemplate): boolean {
  return version.messages.findLast(({ role }) => role !== 'system')?.role === 'user';
}

const PLACEHOLDER = /\{\{ *([A-Za-z_][A-Za-z0-9_]*) *\}\}/g;

/** The variables of a version, in the order in which they come. */
export function variablesOf({ version }: PromptTemplate): string[] {
  const names = version.messages.flatMap(({ content }) =>
    [...content.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)];
}
