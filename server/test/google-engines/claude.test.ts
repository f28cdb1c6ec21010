import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  jsonReply,
  MAIN_KEY,
  messageReply,
  startGoogleDouble,
  startScriptedUpstream,
  type GoogleDouble,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../api-formats/api-formats.ts';
import { comparable } from '../api-formats/conversation.ts';
import { GOOGLE_ENGINES, serveGoogle } from './serve-google.ts';

const MODEL = 'claude-sonnet-4-5@20250929';
const PATH = `/v1/projects/acme/locations/global/publishers/anthropic/models/${MODEL}`;
const USAGE = {
  input_tokens: 10,
  cache_read_input_tokens: 20,
  cache_creation_input_tokens: 5,
  output_tokens: 9,
};

/** Tokens come from the double, and replies of Claude from a script. */
describe('Claude on an engine of type vertex', () => {
  let double: GoogleDouble;
  let upstream: ScriptedUpstream;
  let service: RunningService;
  beforeAll(async () => {
    double = await startGoogleDouble();
    upstream = await startScriptedUpstream(messageReply([{ type: 'text', text: 'Hello' }], { usage: USAGE }));
    const engine = { ...GOOGLE_ENGINES['vertex']!(double), base_url: new URL(upstream.baseUrl).origin };
    service = await serveGoogle(engine, { model: MODEL });
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
    await double.close();
  });

  it.each(Object.entries(API_FORMATS))(
    'D-ENG-5 D-ENG-6 D-ENG-15 is asked in its own protocol through %s, streamed and whole',
    async (_name, format) => {
      const asked = format.ask({ text: 'Hi', system: 'Be brief.' });
      const streamed = requireReply(await askStreamed(service, format, asked));
      const whole = await askWhole(service, format, asked);
      expect(comparable(streamed)).toEqual(comparable(whole));
      expect(whole).toMatchObject({ text: 'Hello', inputTokens: 35, outputTokens: 9 });
      const [first, second] = upstream.requests.slice(-2);
      expect([first!.path, second!.path]).toEqual([`${PATH}:streamRawPredict`, `${PATH}:rawPredict`]);
      for (const { body, headers } of [first!, second!]) {
        expect(body).toMatchObject({ anthropic_version: 'vertex-2023-10-16', max_tokens: 1000 });
        expect(body).not.toHaveProperty('model');
        expect(headers['authorization']).toMatch(/^Bearer ya29\./);
        expect(headers).not.toHaveProperty('anthropic-version');
      }
      expect(double.tokens.calls).toHaveLength(1);
    },
  );

  it('D-ENG-4 repeats a call once whose token is refused, with another one', async () => {
    const [before, asked] = [double.tokens.calls.length, API_FORMATS['messages']!.ask({ text: 'Hi' })];
    const count = upstream.requests.length;
    const refused = jsonReply({ error: { code: 401, status: 'UNAUTHENTICATED' } }, { status: 401 });
    const again = messageReply([{ type: 'text', text: 'Again' }]);
    upstream.script((request) => (upstream.requests.length === count + 1 ? refused : again(request)));
    expect((await askWhole(service, API_FORMATS['messages']!, asked)).text).toBe('Again');
    const [first, second] = upstream.requests.slice(count).map(({ headers }) => headers['authorization']);
    expect(first).not.toBe(second);
    expect(double.tokens.calls.length).toBe(before + 1);
  });

  it('D-38 is asked for a form in its prompt', async () => {
    upstream.script(messageReply([{ type: 'text', text: '{"a":"b"}' }]));
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const response = await service.post('/v1/messages', MAIN_KEY, {
      ...API_FORMATS['messages']!.ask({ text: 'Hi' }),
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
      stream: false,
    });
    expect(await response.text()).toContain('{\\"a\\":\\"b\\"}');
    expect(upstream.requests.at(-1)!.text).toContain('JSON Schema');
  });

  it('D-ENG-10 without permission is a mistake of the operator', async () => {
    upstream.script(
      jsonReply(
        { error: { code: 403, message: 'VendorMarker', status: 'PERMISSION_DENIED' } },
        { status: 403 },
      ),
    );
    const asked = { ...API_FORMATS['messages']!.ask({ text: 'Hi' }), stream: false };
    const response = await service.post('/v1/messages', MAIN_KEY, asked);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('server_misconfigured');
    expect(text).not.toContain('VendorMarker');
  });
});
