import { setTimeout as delay } from 'node:timers/promises';
import { Svc } from '@svc/sdk';
import { MAIN_KEY, type RunningConsole, zip } from '../../server/test-kit/index.ts';

export const TEMPLATE = 'greeting';

/** A file, a template, a plugin and an inference hook. */
export async function fillBuild(service: RunningConsole): Promise<void> {
  await uploadNotes(service);
  await makePrompts(service);
  await addPlugin(service);
  await nameHook(service);
}

/** A file that is ready, in the workspace of the main key. */
async function uploadNotes({ port }: RunningConsole): Promise<void> {
  const { files } = new Svc({ baseUrl: `http://127.0.0.1:${port}`, apiKey: MAIN_KEY });
  const { id } = await files.create({ file: new File(['hello'], 'notes.txt'), purpose: 'document' });
  while ((await files.retrieve(id)).status === 'processing') await delay(20);
}

/** A template of two versions in the workspace of the main key. */
async function makePrompts({ port }: RunningConsole): Promise<void> {
  const { prompts } = new Svc({ baseUrl: `http://127.0.0.1:${port}`, apiKey: MAIN_KEY });
  const versions = [
    'Greet {{name}}.',
    'Greet {{name}} in {{language}}, however long the greeting becomes by that.',
  ];
  for (const content of versions)
    await prompts.templates.create({
      name: TEMPLATE,
      messages: [{ role: 'user', content }],
      labels: ['production', 'a-label-with-a-remarkably-long-name-of-its'.slice(0, 40)],
    });
}

async function addPlugin(service: RunningConsole): Promise<void> {
  const manifest = { name: 'minutes', version: '1.0.0', description: 'Writes the minutes of a meeting.' };
  const bundle = zip([{ name: 'plugin.json', content: JSON.stringify(manifest) }]);
  await adminOf(service).createPlugin({ file: new File([bundle as BlobPart], 'minutes.zip') });
}

/** It is off: nothing has its name. */
async function nameHook(service: RunningConsole): Promise<void> {
  await adminOf(service).putInferenceHook({
    url: `https://policy.invalid/${'a-path-of-many-words/'.repeat(8)}`,
    mode: 'off',
    headers: [{ name: 'Authorization', value: 'Bearer s3cret' }],
  });
}

function adminOf({ port }: RunningConsole) {
  return new Svc({ baseUrl: `http://127.0.0.1:${port}`, apiKey: `sk_admin_${'a'.repeat(64)}` }).admin;
}

/** A batch of which one request failed, in the workspace of the main key. */
export async function runBatch({ port }: RunningConsole): Promise<string> {
  const { files, batches } = new Svc({ baseUrl: `http://127.0.0.1:${port}`, apiKey: MAIN_KEY });
  const lines = ['Hi', 5].map((content, index) =>
    JSON.stringify({
      custom_id: `request ${index}`,
      endpoint: '/v1/chat/completions',
      body: { messages: [{ role: 'user', content }] },
    }),
  );
  const file = new File([lines.join('\n')], 'requests.jsonl');
  const { id } = await files.create({ file, purpose: 'batch' });
  while ((await files.retrieve(id)).status === 'processing') await delay(20);
  const { id: batchId } = await batches.create({ input_file_id: id });
  await batches.wait(batchId, { pollMs: 50 });
  return batchId;
}
