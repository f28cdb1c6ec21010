import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '../../../refusal.ts';
import { readErrorObject, readRefusal } from './read-refusal.ts';

interface Case {
  readonly name: string;
  readonly status: number;
  readonly reason: RefusalReason;
  /** Tokens of the prompt, of the window, and what the reply may have. */
  readonly counts?: readonly (number | null)[];
  /** Fields that it names, as they are sent. */
  readonly parameters?: readonly string[];
  readonly body: unknown;
}

/** Errors as engines word them. */
const CASES = JSON.parse(
  readFileSync(new URL('refusal-cases.json', import.meta.url), 'utf8'),
) as readonly Case[];

const openai = (message: string): object => ({
  error: { message, type: 'invalid_request_error', code: null },
});
const anthropic = (message: string): object => ({
  type: 'error',
  error: { type: 'invalid_request_error', message },
});

const text = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

describe('an error of an engine', () => {
  it.each(CASES.map((one) => [one.name, one] as const))(
    '%s',
    (_name, { status, body, reason, parameters, counts: [tokens, mostTokens, fits] = [] }) => {
      const { refusal } = readRefusal(text(body), status);
      expect(refusal).toMatchObject({ reason });
      if (parameters) expect(refusal?.parameters).toEqual(parameters);
      if (typeof tokens === 'number') expect(refusal?.prompt).toEqual({ tokens, mostTokens });
      if (typeof fits === 'number') expect(refusal?.fitsTokens).toBe(fits);
      expect(JSON.stringify(refusal)).not.toMatch(/claude|gpt|openrouter|organization/);
    },
  );

  const ABOUT_THE_REQUEST = CASES.filter(
    ({ status, reason }) => ['context_length', 'output_ceiling', 'images'].includes(reason) && status < 500,
  );

  it.each([413, 422, 500, 502, 503])('is the same with status %i', (status) => {
    for (const { name, body, reason } of ABOUT_THE_REQUEST)
      expect(readRefusal(text(body), status).refusal, name).toMatchObject({ reason });
  });

  it.each([401, 402, 403, 429])('is not about the model with status %i, whatever it says', (status) => {
    const body = text({ error: { message: 'The model `m` does not exist', code: 'model_not_found' } });
    expect(readRefusal(body, status).refusal?.reason).not.toBe('model');
    for (const other of [400, 404, 409, 500])
      expect(readRefusal(body, other).refusal, String(other)).toEqual({ reason: 'model' });
  });

  it('is the same in place of a reply', () => {
    const objects = ABOUT_THE_REQUEST.filter(
      ({ body }) => typeof body === 'object' && 'error' in (body as object),
    );
    expect(objects.length).toBeGreaterThan(30);
    for (const { name, body, reason } of objects)
      expect(readErrorObject(text(body), undefined)?.refusal, name).toMatchObject({ reason });
  });

  it('as an event of a body with an error status, and cut off', () => {
    const body = text(anthropic('prompt is too long: 213462 tokens > 200000 maximum'));
    expect(readRefusal(`event: error\ndata: ${body}\n\n`, 400).refusal).toMatchObject({
      reason: 'context_length',
    });
    expect(readRefusal(body.slice(0, -5), 400).refusal).toMatchObject({ reason: 'context_length' });
  });

  it('is not looked for in a reply', () => {
    const reply = { choices: [{ message: { content: 'prompt is too long' } }] };
    expect(readErrorObject(JSON.stringify(reply), undefined)).toBeUndefined();
  });

  it('is not looked for in what an error repeats of the request', () => {
    const echoed = {
      detail: [
        {
          type: 'missing',
          loc: ['body', 'x'],
          msg: 'Field required',
          input: { messages: ['prompt is too long'] },
        },
      ],
    };
    expect(readRefusal(JSON.stringify(echoed), 422).refusal).toBeUndefined();
    const long = openai(`${'x'.repeat(2000)} prompt is too long`);
    expect(readRefusal(JSON.stringify(long), 400).refusal).toBeUndefined();
  });

  it('D-ENG-9 is left alone for a minute when its quota of a day is spent', () => {
    const violations = [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }];
    const body = { error: { code: 429, details: [{ violations }, { retryDelay: '6.2s' }] } };
    const { refusal, retryAfterSeconds } = readRefusal(JSON.stringify(body), 429);
    expect([refusal?.reason, retryAfterSeconds]).toEqual(['quota', 60]);
  });

  it('D-ENG-9 has a hint in its body', () => {
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '34.07s' }] } };
    expect(readRefusal(JSON.stringify(body), 429).retryAfterSeconds).toBe(34.07);
  });

  // Each took five seconds of the event loop and more. Of the processor, which others may need meanwhile.
  it.each([
    ['spaces behind the name of an event', `event:${' '.repeat(131_072)}`],
    [
      'a sentence again and again',
      text({
        errors: Array.from({ length: 40 }, () => ({
          message: 'maximum context length is 1 requested 1 tokens ('.repeat(21),
        })),
      }),
    ],
  ])('is read at once, whatever it is: %s', (_name, body) => {
    const before = process.cpuUsage();
    readRefusal(body, 400);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
