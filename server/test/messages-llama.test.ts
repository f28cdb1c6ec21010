import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { oneModel, oneOrganization, startRunningService } from '#test-kit';
import { writeTinyGguf } from '../test-kit/tiny-gguf.ts';
import { askStream, askWhole } from './messages/ask.ts';

const installed = await import('node-llama-cpp').then(
  () => true,
  () => false,
);

it('MSG-01 MSG-12 MSG-13 MSG-58 a local model file answers messages, whole and streamed', async (context) => {
  if (!installed) context.skip('node-llama-cpp is not installed');
  const directory = await mkdtemp(join(tmpdir(), 'svc-messages-llama-'));
  const path = join(directory, 'tiny.gguf');
  writeTinyGguf(path);
  const deployment = oneModel(
    { type: 'llama', model_path: path, context_size: 512 },
    { identity_instruction: '' },
  ) as { models: object[] };
  const models = deployment.models.map((model) => ({
    ...model,
    capabilities: { temperature: true },
    context_window: 512,
    max_output_tokens: 64,
  }));
  const service = await startRunningService({
    deployment: { ...deployment, models },
    provisioning: oneOrganization(),
  });
  try {
    const asked = { max_tokens: 8, temperature: 0, system: 'Be brief.' };
    const whole = await askWhole(service, asked);
    const { message } = await askStream(service, asked);
    // With temperature 0 the same prompt gets the same reply.
    expect(message!.content).toEqual(whole.content);
    expect(message!.usage).toEqual(whole.usage);
    expect(whole.usage.output_tokens).toBeLessThanOrEqual(8);
    const [block] = whole.content;
    if (block?.type !== 'text') return;
    const stop = block.text.slice(1, 2);
    if (stop !== '')
      expect(await askWhole(service, { ...asked, stop_sequences: [stop] })).toMatchObject({
        stop_sequence: stop,
      });
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
