import type { LimitValues } from '@svc/contract';
import { Created, type Module, type WorkspaceHandlers } from '#features/module';
import { createPromptTemplate } from './create-prompt-template.ts';
import type { PromptDirectory } from './prompt-directory.ts';
import { listPromptTemplates, readPromptTemplate } from './read-prompt-templates.ts';
import { setPromptTemplateLabel } from './set-prompt-template-label.ts';
import { hasTemplates, templateNames } from './store/template-rows.ts';

export interface PromptTemplatesModuleDeps {
  readonly prompts: PromptDirectory;
  readonly limits: () => LimitValues;
}

export function promptTemplatesModule({ prompts, limits }: PromptTemplatesModuleDeps) {
  return {
    workspace: {
      createPromptTemplate: async (change, { body }, { workspace }) =>
        new Created(await createPromptTemplate(change, workspace, body, { prompts, limits: limits() })),
      listPromptTemplates: (scope, { query }) => listPromptTemplates(scope, query),
      readPromptTemplate: (scope, { params, query }) => readPromptTemplate(scope, params.template, query),
      setPromptTemplateLabel: (change, { params, body }, { workspace }) =>
        setPromptTemplateLabel(change, workspace, params, body, { prompts, limits: limits() }),
    } satisfies Partial<WorkspaceHandlers>,
    jobs: [prompts.echoJob],
    names: [templateNames],
    holdsContent: hasTemplates,
  } satisfies Module;
}
