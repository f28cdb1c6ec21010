import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, startGoogleDouble, type GoogleDouble, type RunningService } from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../api-formats/api-formats.ts';
import { GOOGLE_ENGINES, serveGoogle } from './serve-google.ts';

const FORMATS = Object.entries(API_FORMATS);
const BLOCKED = ['SAFETY', 'OTHER', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'IMAGE_SAFETY', 'JAILBREAK'];
const FILTERED = [
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'IMAGE_OTHER',
];
const FAILED = ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'OTHER', 'SOMETHING_NEW'];

interface Failure {
  readonly title: string;
  readonly status: number;
  readonly name: string;
  readonly message?: string;
  readonly details?: readonly object[];
  /** What the caller of messages gets. */
  readonly expected: readonly [status: number, code: string, retryAfter: string | null];
}

const retryInfo = (retryDelay: string) => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
});
const quota = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaMetric: 'x', quotaId }],
});

const FAILURES: readonly Failure[] = [
  { title: 'D-ENG-9 throttled', status: 429, name: 'RESOURCE_EXHAUSTED', expected: [429, 'model_busy', '5'] },
  {
    title: 'D-ENG-9 throttled with a hint',
    status: 429,
    name: 'RESOURCE_EXHAUSTED',
    details: [quota('GenerateRequestsPerMinutePerProjectPerModel'), retryInfo('6.2s')],
    expected: [429, 'model_busy', '7'],
  },
  {
    title: 'D-ENG-9 with its quota of the day spent',
    status: 429,
    name: 'RESOURCE_EXHAUSTED',
    details: [quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), retryInfo('6.2s')],
    expected: [429, 'model_busy', '60'],
  },
  {
    title: 'D-ENG-10 with a key that is not valid',
    status: 400,
    name: 'INVALID_ARGUMENT',
    message: 'API key not valid. Please pass a valid API key.',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
    expected: [500, 'server_misconfigured', null],
  },
  {
    title: 'D-ENG-10 not authenticated',
    status: 401,
    name: 'UNAUTHENTICATED',
    expected: [500, 'server_misconfigured', null],
  },
  {
    title: 'D-ENG-10 not permitted',
    status: 403,
    name: 'PERMISSION_DENIED',
    expected: [500, 'server_misconfigured', null],
  },
  {
    title: 'D-ENG-11 without the model',
    status: 404,
    name: 'NOT_FOUND',
    expected: [500, 'server_misconfigured', null],
  },
  {
    title: 'D-ENG-12 with a prompt that is too long',
    status: 400,
    name: 'INVALID_ARGUMENT',
    message: 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
    expected: [400, 'context_length_exceeded', null],
  },
  {
    title: 'D-ENG-13 too late',
    status: 504,
    name: 'DEADLINE_EXCEEDED',
    expected: [504, 'upstream_timeout', null],
  },
  { title: 'D-ENG-13 unavailable', status: 503, name: 'UNAVAILABLE', expected: [503, 'overloaded', '5'] },
  { title: 'D-ENG-13 broken', status: 500, name: 'INTERNAL', expected: [502, 'upstream_error', null] },
];

describe.each(Object.entries(GOOGLE_ENGINES))('an engine of type %s', (_type, engine) => {
  let double: GoogleDouble;
  let service: RunningService;
  beforeAll(async () => {
    double = await startGoogleDouble();
    service = await serveGoogle(engine(double));
  });
  afterAll(async () => {
    await service.stop();
    await double.close();
  });

  describe.each(FORMATS)('through %s', (_name, format) => {
    const question = format.ask({ text: 'Hi', tools: ['weather'] });

    it.each(BLOCKED)(
      'D-ENG-7 answers a prompt that was filtered for %s without text, as the outcome content_filter',
      async (blocked) => {
        double.reply(() => ({ blocked }));
        const before = double.seen.length;
        const streamed = requireReply(await askStreamed(service, format, question));
        const whole = await askWhole(service, format, question);
        for (const { text, stop, inputTokens, outputTokens } of [streamed, whole])
          expect({ text, stop, inputTokens, outputTokens }).toEqual({
            text: '',
            stop: format.statusOfOutcome('content_filter'),
            inputTokens: 12,
            outputTokens: 0,
          });
        expect(double.seen.length - before).toBe(2);
        double.reply(() => ({ blocked, uncounted: true }));
        expect(await askWhole(service, format, question)).toMatchObject({ inputTokens: 0, outputTokens: 0 });
      },
    );

    it.each(FILTERED)('D-ENG-8 answers what came until it was filtered for %s', async (finishReason) => {
      double.reply(() => ({ text: 'So far and no', finishReason }));
      const streamed = requireReply(await askStreamed(service, format, question));
      const whole = await askWhole(service, format, question);
      for (const { text, stop } of [streamed, whole])
        expect([text, stop]).toEqual(['So far and no', format.statusOfOutcome('content_filter')]);
      expect(streamed.outputTokens).toBe(whole.outputTokens);
    });

    it.each(FAILED)('D-ENG-14 fails with %s, before and after the first output', async (finishReason) => {
      double.reply(() => ({ finishReason }));
      expect(await askStreamed(service, format, question)).toBe(502);
      await expect(askWhole(service, format, question)).rejects.toThrow(/^50[02] /);
      double.reply(() => ({ text: 'So far and no', finishReason }));
      expect(await askStreamed(service, format, question)).toBe('broken');
      await expect(askWhole(service, format, question)).rejects.toThrow(/^50[02] /);
    });

    it('D-ENG-14 fails when a stream does not say how it ends', async () => {
      double.reply(() => ({ text: 'So far and no', cut: true }));
      expect(await askStreamed(service, format, question)).toBe('broken');
      double.reply(() => ({ cut: true }));
      expect(await askStreamed(service, format, question)).toBe(502);
    });
  });

  it.each(FAILURES)(
    '$title is $expected',
    async ({ status, name, message = 'No.', details = [], expected }) => {
      const body = { error: { code: status, message: `${message} VendorMarker`, status: name, details } };
      double.reply(() => ({ error: { status, body } }));
      for (const stream of [true, false]) {
        const asked = { ...API_FORMATS['messages']!.ask({ text: 'Hi' }), stream };
        // Its own service, since a route that is throttled or refused rests.
        const fresh = await serveGoogle(engine(double));
        const response = await fresh.post('/v1/messages', MAIN_KEY, asked);
        const text = await response.text();
        const { error } = JSON.parse(text) as { error: { code: string } };
        expect([response.status, error.code, response.headers.get('retry-after')]).toEqual(expected);
        expect(text).not.toContain('VendorMarker');
        await fresh.stop();
      }
    },
  );
});
