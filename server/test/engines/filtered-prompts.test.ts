import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  jsonReply,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  startRunningService,
  startScriptedUpstream,
  type PlannedReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../api-formats/api-formats.ts';
import { ENGINE_KINDS } from '../api-formats/engine-kinds.ts';
import { chat, message, startBatches } from '../batches/batches-fixture.ts';

const AZURE = {
  error: {
    message:
      "The response was filtered due to the prompt triggering VendorMarker's content management policy. Please modify your prompt and retry.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: { hate: { filtered: true, severity: 'high' }, jailbreak: { filtered: false } },
    },
  },
};

/** How engines say that they do not answer a prompt. */
const REFUSALS: Readonly<Record<string, PlannedReply>> = {
  'Azure’s 400': jsonReply(AZURE, { status: 400 }),
  'a 403': jsonReply(
    { error: { code: 'content_policy_violation', message: 'VendorMarker' } },
    { status: 403 },
  ),
  'a gateway’s 500': jsonReply(
    { error: { message: `VendorMarker ${JSON.stringify(AZURE)}`, code: 'content_filter' } },
    { status: 500 },
  ),
  'a success': jsonReply(AZURE),
  'an event': rawReply([`event: error\ndata: ${JSON.stringify(AZURE)}\n\n`]),
  'words alone': jsonReply({ error: { message: 'Content Exists Risk' } }, { status: 400 }),
};

const FORMATS = Object.entries(API_FORMATS);

describe.each(Object.entries(ENGINE_KINDS))(
  'a prompt that an engine of the kind %s filters',
  (_name, kind) => {
    let upstream: ScriptedUpstream;
    let other: ScriptedUpstream;
    let service: RunningService;
    beforeAll(async () => {
      upstream = await startScriptedUpstream();
      other = await startScriptedUpstream();
      const deployment = oneModel(kind.engine(upstream.baseUrl)) as { engines: object; models: object[] };
      const routes = ['main', 'other'].map((engine, i) => ({
        engine,
        model: 'vendor-model',
        priority: i + 1,
      }));
      const capabilities = { tools: true, reasoning: true, json_schema: true };
      service = await startRunningService({
        deployment: {
          ...deployment,
          engines: { ...deployment.engines, other: openaiEngine(other.baseUrl) },
          models: deployment.models.map((model) => ({ ...model, routes, capabilities })),
        },
        provisioning: oneOrganization(),
      });
    });
    afterAll(async () => {
      await service.stop();
      await upstream.close();
      await other.close();
    });

    it.each(FORMATS)(
      'D-ENG-7 D-35 COMPR-14 COMPA-14 is a success without text through %s, whole and streamed',
      async (_format, format) => {
        for (const [way, refusal] of Object.entries(REFUSALS)) {
          upstream.script(refusal);
          const body = format.ask({ text: 'forbidden' });
          const replies = [
            await askWhole(service, format, body),
            requireReply(await askStreamed(service, format, body)),
          ];
          for (const received of replies) {
            expect(received, way).toMatchObject({
              text: '',
              calls: [],
              stop: format.statusOfOutcome('content_filter'),
              inputTokens: 0,
              outputTokens: 0,
            });
            expect(JSON.stringify(received), way).not.toContain('VendorMarker');
          }
        }
        expect(other.requests, 'no other route').toEqual([]);
      },
    );

    it('D-ENG-7 is told although a strict form was asked for, which no text can have', async () => {
      upstream.script(REFUSALS['Azure’s 400']!);
      const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
      const { messages } = API_FORMATS as { messages: (typeof API_FORMATS)[string] };
      const body = {
        ...messages.ask({ text: 'forbidden' }),
        response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } },
      };
      expect(await askWhole(service, messages, body)).toMatchObject({ text: '', stop: 'content_filter' });
    });

    it('D-ENG-8 is an ending where the error comes after output: what came so far, and our count of it', async () => {
      const events = kind.events({ text: 'So far so good' }).slice(0, -3);
      for (const [, format] of FORMATS) {
        upstream.script(rawReply([...events, `event: error\ndata: ${JSON.stringify(AZURE)}\n\n`]));
        const received = requireReply(await askStreamed(service, format, format.ask({ text: 'q' })));
        expect(received.stop).toBe(format.statusOfOutcome('content_filter'));
        expect('So far so good').toContain(received.text);
        expect(received.text).not.toBe('');
        expect(received.outputTokens).toBeGreaterThan(0);
      }
    });

    it('D-ENG-7 is billed with nothing, and the engine’s calls are no failures', async () => {
      expect(service.logLines.join('\n')).not.toContain('trying the next route');
      const records = await service.stopAndReadUsage();
      const filtered = records.filter(({ output_tokens: tokens }) => tokens === 0);
      expect(filtered).toHaveLength(FORMATS.length * Object.keys(REFUSALS).length * 2 + 1);
      for (const record of filtered)
        expect(record).toMatchObject({
          input_tokens: 0,
          cached_input_tokens: 0,
          reasoning_tokens: 0,
          cost_nanos: 0,
          plan_milli: 0,
          estimated: false,
          outcome: 'completed',
        });
    });
  },
);

it('D-ENG-7 charges what the engine counted of a prompt that it filtered', async () => {
  const upstream = await startScriptedUpstream();
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
  const format = API_FORMATS['chat with its additions']!;
  const counted = { usage: { prompt_tokens: 12, completion_tokens: 0, total_tokens: 12 } };
  upstream.script(rawReply([sse({ ...chunk({ content: '' }), ...counted }), sse(AZURE), sse('[DONE]')]));
  const body = format.ask({ text: 'forbidden' });
  expect(requireReply(await askStreamed(service, format, body))).toMatchObject({
    text: '',
    stop: 'content_filter',
    inputTokens: 12,
    outputTokens: 0,
  });
  const [record] = await service.stopAndReadUsage();
  expect(record).toMatchObject({ input_tokens: 12, output_tokens: 0, estimated: false });
  await upstream.close();
});

it('D-ENG-7 lines of a batch succeed with the outcome, and cost nothing', async () => {
  const upstream = await startScriptedUpstream();
  upstream.script(REFUSALS['Azure’s 400']!);
  await using batches = await startBatches(undefined, { engine: { base_url: upstream.baseUrl } });
  const batch = await batches.until((await batches.create([chat('a'), message('b')])).id);
  expect(batch.usage).toEqual({ input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 });
  const results = await batches.outputOf(batch);
  expect(results.map(({ result }) => result.type)).toEqual(['succeeded', 'succeeded']);
  expect(JSON.stringify(results)).toContain('"stop_reason":"content_filter"');
  expect(JSON.stringify(results)).not.toContain('VendorMarker');
  expect(upstream.requests).toHaveLength(2);
  await upstream.close();
});
