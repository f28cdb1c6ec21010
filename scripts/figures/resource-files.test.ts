import { expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { resourceFiles } from './resource-files.ts';

const ROW = { 'contract/src/resources/prompt-template.ts': 'webhook tunnel prompt_template' };

it('counts files that list resources, and not those that use one or belong to it', () => {
  const tree = plantedTree({
    ...ROW,
    'server/src/store/tables.ts': 'webhooks, batches, prompt_templates',
    'server/src/exchange/prompt-call.ts': 'the prompt template of a call',
    'server/src/features/prompt-templates/index.ts': 'webhooks, batches, prompt_templates',
    'server/src/store/tables.test.ts': 'webhooks, batches, prompt_templates',
    'sdk/src/generated/types.ts': 'Webhook, Batch, PromptTemplate',
    'docs/README.md': 'Webhooks, tunnels, prompt templates',
    'docs/backup.md': 'Webhooks, tunnels, prompt templates',
  });
  expect(resourceFiles(tree)).toEqual([
    {
      name: 'central files per resource',
      value: 2,
      places: ['server/src/store/tables.ts', 'docs/README.md'],
    },
  ]);
});

it('cannot be counted without its witness', () => {
  expect(() => resourceFiles(plantedTree({ 'docs/README.md': '' }))).toThrow('choose another');
});
