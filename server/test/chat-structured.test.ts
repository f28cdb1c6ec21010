import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
} from '#test-kit';
import {
  askExtended,
  askStreamExtended,
  askWholeExtended,
  CHAT,
  COUNT,
  refusedExtended,
} from './chat/extended.ts';

const OSLO = '{"city":"Oslo"}';
const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const formatOf = (more: object) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'place', schema, ...more } },
});
const STRICT = formatOf({ strict: true });

const upstream = await startScriptedUpstream();
let service: RunningService;
beforeAll(async () => {
  const deployment = oneModel(openaiEngine(upstream.baseUrl, { response_formats: [] })) as {
    models: object[];
  };
  const models = deployment.models.map((model) => ({
    ...model,
    capabilities: { json_object: true, json_schema: true },
  }));
  service = await startRunningService({
    deployment: { ...deployment, models },
    provisioning: oneOrganization(),
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

it('CHAT-84 D-38 a reply has the requested form, whole and streamed', async () => {
  upstream.script(textReply(`So: ${OSLO}`));
  expect((await askWholeExtended(service, STRICT)).choices[0]!.message.content).toBe(OSLO);
  const chunks = await askStreamExtended(service, STRICT);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(OSLO);
});

it('CHAT-84 D-38 a strict reply in another form is 422, and an error event in a stream', async () => {
  upstream.script(textReply('Oslo it is'));
  expect(await refusedExtended(service, { ...STRICT, stream: false })).toBe(
    '422 output_schema_violation null',
  );
  const response = await askExtended(service, STRICT);
  const text = await response.text();
  // Chat has a single error code in streams (D-30).
  expect([
    response.status,
    text.includes('"code":"stream_error"'),
    text.includes('[DONE]'),
    text.includes('Oslo'),
  ]).toEqual([200, true, false, false]);
  expect((await askWholeExtended(service, formatOf({}))).choices[0]!.message.content).toBe('Oslo it is');
});

it('CHAT-84 D-38 D-36 refuses an unusable schema, also when only counting tokens', async () => {
  for (const path of [CHAT, COUNT])
    expect(await refusedExtended(service, formatOf({ schema: { type: 'text' } }), path)).toBe(
      '400 invalid_request response_format.json_schema.schema',
    );
});

it('CHAT-20 live chat ignores a requested form', async () => {
  upstream.script(textReply('Oslo it is'));
  const response = await service.post(CHAT, MAIN_KEY, {
    messages: [{ role: 'user', content: 'Where?' }],
    stream: false,
    ...STRICT,
  });
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Oslo it is' } }] });
  expect(JSON.stringify(upstream.requests.at(-1)!.body)).not.toMatch(/JSON|response_format/);
});
