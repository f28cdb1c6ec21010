import { PROMPT_TEMPLATE } from '../../resources/prompt-template.ts';
import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import {
  PromptTemplate,
  promptTemplateCreation,
  promptTemplateLabelTarget,
  promptTemplateQuery,
} from '../../schemas/prompts/prompt-template.ts';
import { workspaceOperation } from './workspace-operation.ts';

const PATH = '/v1/prompts/templates';
const ONE = `${PATH}/{template}`;
const TEMPLATES = { tag: PROMPT_TEMPLATE.tag, permission: 'prompts.manage' } as const;
const NONE = 'prompt_template_not_found';

/** Platform contract §4.9, D-PTPL-1 to D-PTPL-4. */
export const PROMPT_TEMPLATE_OPERATIONS = [
  workspaceOperation({
    ...TEMPLATES,
    id: 'createPromptTemplate',
    method: 'POST',
    path: PATH,
    summary: 'Create a prompt template, or the next version of one',
    body: promptTemplateCreation,
    readOnly: Object.keys(PromptTemplate.shape),
    response: PromptTemplate,
    successStatuses: [201],
    errors: ['invalid_name'],
  }),
  workspaceOperation({
    ...TEMPLATES,
    id: 'listPromptTemplates',
    method: 'GET',
    path: PATH,
    summary: 'List the prompt templates of the workspace',
    query: pageQuery,
    response: listOf(PromptTemplate),
  }),
  workspaceOperation({
    ...TEMPLATES,
    id: 'readPromptTemplate',
    method: 'GET',
    path: ONE,
    summary: 'Read a prompt template by its id or name',
    query: promptTemplateQuery,
    response: PromptTemplate,
    errors: [NONE, 'prompt_template_version_not_found'],
  }),
  workspaceOperation({
    ...TEMPLATES,
    id: 'setPromptTemplateLabel',
    method: 'PUT',
    path: `${ONE}/labels/{label}`,
    summary: 'Point a label at a version of a prompt template, or remove it',
    body: promptTemplateLabelTarget,
    response: PromptTemplate,
    errors: [NONE, 'prompt_template_version_not_found', 'invalid_name', 'resource_conflict'],
  }),
] as const;
