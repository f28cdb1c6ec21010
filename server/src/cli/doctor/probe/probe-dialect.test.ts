import { describe, expect, it } from 'vitest';
import { jsonReply, type Reply } from '#test-kit';
import {
  ableServer,
  installProbedServer,
  modelOf,
  questionOf,
  REFUSES_MAX_TOKENS,
  type Fields,
} from '../test-support/probed-server.ts';

const server = installProbedServer();

describe('dialect and context window of a route (D-ENG-34)', () => {
  const listed = (entry: Fields): Reply => jsonReply({ data: [{ id: 'up', object: 'model', ...entry }] });
  it.each<[string, Fields, Fields, Parameters<typeof ableServer>[0], string | null, string]>([
    ['of the engine', { dialect: 'groq' }, {}, {}, 'groq', 'configuration'],
    ['of the route', { dialect: 'groq' }, { dialect: 'vllm' }, {}, 'vllm', 'configuration'],
    ['by a refused field', {}, {}, REFUSES_MAX_TOKENS, 'openai-reasoning', 'probe'],
    [
      'by a refused field at OpenAI',
      {},
      {},
      { ...REFUSES_MAX_TOKENS, list: listed({ owned_by: 'system' }) },
      'openai-reasoning',
      'probe',
    ],
    [
      'by a refused field elsewhere',
      {},
      {},
      { ...REFUSES_MAX_TOKENS, list: listed({ owned_by: 'vllm' }) },
      'vllm',
      'probe',
    ],
    ['of a list', {}, {}, { list: listed({ owned_by: 'sglang' }) }, 'sglang', 'probe'],
    ['of nobody', {}, {}, { list: listed({ owned_by: 'acme' }) }, null, 'default'],
  ])('tells the dialect %s', async (_, engine, ofRoute, but, dialect, dialectFrom) => {
    server.upstream.script(ableServer(but));
    expect(await server.route(engine, [modelOf({}, ofRoute)])).toMatchObject({
      status: 'ok',
      dialect,
      dialectFrom,
    });
  });

  it.each([
    [{}, 'azure-openai', 'default'],
    [REFUSES_MAX_TOKENS, 'openai-reasoning', 'probe'],
  ])('tells the dialect of a deployment in Azure %j', async (but, dialect, dialectFrom) => {
    server.upstream.script(ableServer(but));
    const azure = { type: 'azure-openai', base_url: new URL(server.upstream.baseUrl).origin, api_key: 'x' };
    expect(await server.route(azure)).toMatchObject({ status: 'ok', dialect, dialectFrom });
  });

  it.each([
    [8192, 8192, []],
    [8193, 8192, ['context_window']],
    [100, 8192, []],
  ])('compares a context window of %d with %d', async (window, maxModelLen, differs) => {
    server.upstream.script(ableServer({ list: listed({ max_model_len: maxModelLen }) }));
    const model = modelOf({ context_window: window, max_output_tokens: 50 });
    expect(await server.route({}, [model])).toMatchObject({ maxContextTokens: maxModelLen, differs });
    expect(
      server.upstream.requests.find((request) => questionOf(request) === 'plain')!.body['max_tokens'],
    ).toBe(50);
  });
});
