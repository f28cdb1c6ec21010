import type { PROMPT_TEMPLATE_OPERATIONS } from '../operations/workspace/prompt-templates.ts';
import type { PromptTemplate } from '../schemas/prompts/prompt-template.ts';
import { OWNER_ID, TEMPLATE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

const promptTemplate: PromptTemplate = {
  id: TEMPLATE_ID,
  type: 'prompt_template',
  name: 'support-reply',
  latest_version: 3,
  labels: { production: 2 },
  model: null,
  variables: ['customer', 'question'],
  created_at: '2026-11-07T09:00:00Z',
  updated_at: '2026-11-19T09:00:00Z',
  version: {
    number: 3,
    messages: [
      { role: 'system', content: 'You answer customers of Acme. Be brief and kind.' },
      { role: 'user', content: '{{customer}} asks: {{question}}' },
    ],
    created_at: '2026-11-19T09:00:00Z',
    created_by: OWNER_ID,
  },
};

export const PROMPT_TEMPLATE_REFERENCES: References<typeof PROMPT_TEMPLATE_OPERATIONS> = {
  createPromptTemplate: {
    description: `Creates a prompt template, or the next version of the one that has the name. Versions never change. \`{{name}}\` in a message stands for a variable. Labels
given here point at the new version at once.

Model calls name a template as \`prompt: {"template": "support-reply@production", "variables": {…}}\`, by a label or by \`-v<number>\`.`,
    body: {
      name: 'support-reply',
      messages: promptTemplate.version.messages,
      labels: ['staging'],
    },
    response: promptTemplate,
  },
  listPromptTemplates: {
    description: 'The templates of the workspace, newest first, each with its newest version.',
    response: pageOf(promptTemplate, TEMPLATE_ID),
  },
  readPromptTemplate: {
    description:
      'A template by its id or name. `version` in the answer is the newest one, unless the query names a number or a label.',
    response: promptTemplate,
  },
  setPromptTemplateLabel: {
    description: `Points a label at a version, which is how a prompt is rolled out and rolled back: calls that name the label get the version within a second. \`null\`
removes the label. \`latest\` is reserved.`,
    body: { version: 2 },
    response: promptTemplate,
  },
};
