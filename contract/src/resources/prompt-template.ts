import { limit } from '../limits/limit.ts';
import { MANAGED_BY_DEVELOPERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Platform contract §4.9, D-PTPL-1 to D-PTPL-4. */
export const PROMPT_TEMPLATE = {
  type: 'prompt_template',
  kind: 'Prompt template',
  tag: 'Tools',
  ids: { promptTemplate: 'ptpl_' },
  errors: {
    prompt_template_not_found: {
      status: 404,
      when: 'No such prompt template in this workspace, or the label is not set.',
      message:
        'No such prompt template exists in the workspace. List the templates to find its name and labels.',
    },
    prompt_template_version_not_found: {
      status: 404,
      when: 'The prompt template has no such version.',
      message: 'The prompt template has no such version. Read the template to find its latest version.',
    },
    missing_variable: {
      status: 400,
      when: 'A variable of the prompt template got no value; `param` names it.',
      message: 'The prompt template needs a value for the variable named in param. Add it to the variables.',
    },
    unknown_variable: {
      status: 400,
      when: 'A value was given for a variable the prompt template does not have; `param` names it.',
      message:
        'The prompt template has no variable with the name in param. Remove it or correct its spelling.',
    },
  },
  permissions: {
    'prompts.manage': {
      words: 'List and create prompt templates, and move their labels',
      ...MANAGED_BY_DEVELOPERS,
    },
  },
  audit: {
    resources: {
      'prompt_template.version_created': 'Prompt template changed',
      'prompt_template.label_moved': 'Prompt label moved',
    },
  },
  limits: {
    prompt_templates_per_workspace: limit(1000, 'Maximum prompt templates of a workspace.'),
    versions_per_prompt_template: limit(1000, 'Maximum versions of a prompt template.'),
    prompt_template_messages: limit(100, 'Maximum messages of a prompt template.'),
    prompt_template_variables: limit(100, 'Maximum variables of a prompt template.'),
    labels_per_prompt_template: limit(100, 'Maximum labels of a prompt template.'),
    prompt_template_name_characters: limit(63, 'Maximum length of the name of a prompt template.'),
    prompt_template_label_characters: limit(40, 'Maximum length of a label of a prompt template.'),
  },
  pathParameters: {
    template: { description: 'Id or name of a prompt template.', example: 'support-reply' },
    label: { description: 'Name of a label. `latest` cannot be set.', example: 'production' },
  },
} as const satisfies Resource;
