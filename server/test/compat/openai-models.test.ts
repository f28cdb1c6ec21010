import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  embeddingsReply,
  MAIN_KEY,
  startScriptedUpstream,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCompat } from './openai-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

async function read(path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${service.port}/compat/openai/v1${path}`, {
    headers: { 'x-api-key': MAIN_KEY },
  });
  return response.json();
}
const model = (id: string) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'svc' });

it('COMPO-13 lists the models of the plan and their other names', async () => {
  expect(await read('/models')).toEqual({
    object: 'list',
    data: ['Svc Standard', 'Svc Mini', 'svc-embed-1', 'gpt-4o'].map(model),
  });
});

it('COMPO-13 reads the model that answers for a name', async () => {
  expect(await read('/models/gpt-4o-mini')).toEqual(model('Svc Mini'));
  expect(await read('/models/Svc%20Standard')).toEqual(model('Svc Standard'));
  expect(await read('/models/svc-embed-1')).toEqual(model('svc-embed-1'));
  expect(await read('/models/other')).toMatchObject({ error: { code: 'model_not_found', param: 'model' } });
  expect(await read('/models/gpt-large-1')).toMatchObject({ error: { code: 'model_not_in_plan' } });
});

it('COMPO-13 embeds texts, and refuses numbers of tokens', async () => {
  const embed = async (fields: object) => {
    const response = await service.post('/compat/openai/v1/embeddings', MAIN_KEY, {
      model: 'svc-embed-1',
      ...fields,
    });
    return response.json();
  };
  upstream.script(embeddingsReply());
  const lenient = { dimensions: null, encoding_format: null, user: '', foo: 1 };
  expect(await embed({ input: ['a', 'b'], ...lenient })).toMatchObject({
    object: 'list',
    model: 'svc-embed-1',
    data: [
      { object: 'embedding', index: 0 },
      { object: 'embedding', index: 1 },
    ],
    usage: { prompt_tokens: 10, total_tokens: 10 },
  });
  expect(await embed({ input: [1, 2, 3] })).toMatchObject({
    error: { type: 'invalid_request_error', param: 'input' },
  });
  expect(await embed({ model: 'Svc Standard', input: 'a' })).toMatchObject({
    error: { code: 'model_not_found', param: 'model' },
  });
});
