import { describe, expect, it } from 'vitest';
import {
  DOUBLE_KEYS,
  DOUBLE_REGION,
  GOOGLE_API_KEY,
  jsonReply,
  messageReply,
  startBedrockDouble,
  startGoogleDouble,
  startScriptedUpstream,
} from '#test-kit';
import { deploymentOf, type Fields, modelOf, NEEDS, patientEngine } from '../test-support/probed-server.ts';
import { probeEngines } from './probe-engines.ts';

const CALL = { name: 'report_number', input: { number: 7 } };

async function probe(engine: Fields, model: string) {
  const [found] = await probeEngines(
    deploymentOf({ main: engine }, [modelOf({}, { model })]),
    undefined,
    NEEDS,
  );
  return found!;
}

const ABLE = {
  status: 'ok',
  reason: null,
  dialect: null,
  dialectFrom: 'default',
  streams: true,
  tools: true,
};

describe('svc doctor --probe of engines that are not of OpenAI’s form (D-ENG-34)', () => {
  it('asks Anthropic’s form, by budget where a level is refused', async () => {
    const up = await startScriptedUpstream((request) => {
      const { tools, thinking } = request.body as { tools?: unknown[]; thinking?: { type: string } };
      if (request.method === 'GET')
        return jsonReply({
          data: [{ id: 'claude-x', type: 'model', max_input_tokens: 200_000 }],
          has_more: false,
        });
      if (tools?.length) return messageReply([{ type: 'tool_use', ...CALL }]);
      if (thinking?.type === 'adaptive')
        return jsonReply(
          {
            type: 'error',
            error: {
              type: 'invalid_request_error',
              message: 'adaptive thinking is not supported on this model',
            },
          },
          { status: 400 },
        );
      if (thinking)
        return messageReply([
          { type: 'thinking', thinking: '17 × 23', signature: 's' },
          { type: 'text', text: 'no' },
        ]);
      return messageReply([{ type: 'text', text: 'ok' }]);
    });
    const engine = patientEngine(up.baseUrl, { type: 'anthropic', api_key: 'secret' });
    const { routes } = await probe(engine, 'claude-x');
    expect(routes).toMatchObject([
      { ...ABLE, vision: true, reasoning: true, usageInStreams: true, maxContextTokens: 200_000 },
    ]);
    await up.close();
  });

  it('asks Gemini', async () => {
    const double = await startGoogleDouble();
    double.reply(() => ({ text: 'ok' }));
    const engine = patientEngine(double.baseUrl, { type: 'gemini', api_key: GOOGLE_API_KEY });
    expect((await probe(engine, 'gemini-3-pro')).routes).toMatchObject([
      {
        ...ABLE,
        tools: false,
        vision: true,
        usageInStreams: true,
        differs: expect.arrayContaining(['capabilities.tools']),
      },
    ]);
    expect(double.seen.map(({ refusal }) => refusal)).not.toContain(expect.any(String));
    const refused = await probe({ ...engine, api_key: 'wrong' }, 'gemini-3-pro');
    expect(refused).toMatchObject({ status: 'failed', reason: 'unauthorized' });
    await double.close();
  });

  it('asks Bedrock', async () => {
    const double = await startBedrockDouble();
    double.reply(({ body }) =>
      body['toolConfig'] ? { calls: [{ name: CALL.name, input: CALL.input }] } : { text: 'ok' },
    );
    const credentials = {
      access_key_id: DOUBLE_KEYS.accessKeyId,
      secret_access_key: DOUBLE_KEYS.secretAccessKey,
    };
    const engine = patientEngine(double.baseUrl, {
      type: 'bedrock',
      region: DOUBLE_REGION,
      control_url: double.baseUrl,
      credentials,
    });
    expect((await probe(engine, 'amazon.nova-lite-v1:0')).routes).toMatchObject([
      { ...ABLE, usageInStreams: true },
    ]);
    const other = { ...credentials, secret_access_key: 'wrong' };
    expect(await probe({ ...engine, credentials: other }, 'amazon.nova-lite-v1:0')).toMatchObject({
      status: 'failed',
      reason: 'unauthorized',
    });
    await double.close();
  });
});
