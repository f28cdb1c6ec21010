import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddingsReply, httpDatabases, textReply } from '#test-kit';
import {
  COST_USD,
  EMBED,
  refusal,
  SMALL,
  STANDARD,
  startRestrictedKeys,
  type KeyResponse,
  type MadeKey,
  type RestrictedKeys,
} from './restricted-keys.ts';

const HI = [{ role: 'user', content: 'Hi' }];
const HUGE = 'x'.repeat(2_100_000);

describe.each(await httpDatabases(import.meta.filename))(
  'what a restricted key may call on the $kind database',
  (database) => {
    let keys: RestrictedKeys;
    beforeAll(async () => {
      keys = await startRestrictedKeys(database);
    });
    afterAll(() => keys?.[Symbol.asyncDispose]());

    const post = (key: MadeKey, path: string, body: object): Promise<KeyResponse> =>
      keys.call('POST', path, { secret: key.secret, body });

    describe('models', () => {
      let key: MadeKey;
      beforeAll(async () => {
        key = await keys.make({ name: 'small only', allowed_models: [SMALL] });
      });

      it('answers with those of its list, and refuses others by 404 that names the key, whatever the endpoint', async () => {
        expect((await keys.chat(key)).status).toBe(200);
        const refused = await keys.chat(key, { model: STANDARD });
        expect(refusal(refused)).toMatch(/^404 model_not_found/);
        expect(refused.body['error'].message).toContain('The key "small only" may not use this model.');
        const message = { model: STANDARD, max_tokens: 20, messages: HI };
        expect(refusal(await post(key, '/v1/messages', message))).toBe('404 model_not_found model');
        const count = { model: STANDARD, messages: HI };
        expect(refusal(await post(key, '/v1/chat/completions/count_tokens', count))).toMatch(
          /^404 model_not_found/,
        );
        expect(refusal(await keys.embed(key))).toBe('404 model_not_found model');
        expect((await post(key, '/compat/openai/v1/chat/completions', count)).status).toBe(404);
        const responses = await post(key, '/compat/openai/v1/responses', { model: STANDARD, input: 'Hi' });
        expect(responses.body['error'].code).toBe('model_not_found');
        expect((await post(key, '/compat/anthropic/v1/messages', message)).status).toBe(404);
        expect((await post(key, '/compat/anthropic/v1/messages/count_tokens', count)).status).toBe(404);
        expect((await post(key, '/compat/openai/v1/embeddings', { model: EMBED, input: 'x' })).status).toBe(
          404,
        );
      });

      it('MODEL-19 MODEL-29 lists those only', async () => {
        const get = (path: string): Promise<KeyResponse> => keys.call('GET', path, { secret: key.secret });
        const { body } = await get('/v1/models');
        expect(body['data'].map(({ id }: { id: string }) => id)).toEqual([SMALL]);
        expect(refusal(await get(`/v1/models/${encodeURIComponent(STANDARD)}`))).toBe(
          '404 model_not_found model_id',
        );
        expect((await get(`/v1/models/${encodeURIComponent(SMALL)}`)).status).toBe(200);
        const vendor = await get('/compat/openai/v1/models');
        expect(vendor.body['data'].map(({ id }: { id: string }) => id)).toEqual([SMALL]);
      });

      it('lets no other model answer: not the default for a call that names none, nor for a name that nobody has', async () => {
        expect(refusal(await keys.chat(key, { model: undefined }))).toMatch(/^403 forbidden/);
        expect(refusal(await keys.chat(key, { model: 'nope' }))).toMatch(/^403 forbidden/);
        const withDefault = await keys.make({ allowed_models: [STANDARD] });
        expect((await keys.chat(withDefault, { model: undefined })).status).toBe(200);
        expect((await keys.chat(withDefault, { model: 'nope' })).status).toBe(200);
        expect(refusal(await keys.chat(withDefault, { model: SMALL }))).toMatch(/^404 model_not_found/);
      });

      it('is in force with the next call, and so is its end', async () => {
        const changed = await keys.make({});
        expect((await keys.chat(changed)).status).toBe(200);
        await keys.change(changed, { allowed_models: [STANDARD] });
        expect(refusal(await keys.chat(changed))).toMatch(/^404 model_not_found/);
        await keys.change(changed, { allowed_models: [] });
        expect((await keys.chat(changed)).status).toBe(200);
      });
    });

    describe('rates', () => {
      it('LIMIT-07 LIMIT-09 LIMIT-10 count all model calls of the key together, in any 60 seconds, and refuse as the limit of every key does', async () => {
        const key = await keys.make({ name: 'slow', requests_per_minute: 4 });
        const other = await keys.make({ requests_per_minute: 4 });
        keys.upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } }));
        expect((await keys.chat(key)).status).toBe(200);
        expect((await post(key, '/v1/messages', { model: SMALL, max_tokens: 20, messages: HI })).status).toBe(
          200,
        );
        const vendor = { model: SMALL, messages: HI, max_tokens: 20 };
        expect((await post(key, '/compat/openai/v1/chat/completions', vendor)).status).toBe(200);
        keys.upstream.script(embeddingsReply());
        expect((await keys.embed(key)).status).toBe(200);
        for (const refused of [await keys.embed(key), await keys.chat(key)]) {
          expect(refusal(refused)).toBe('429 rate_limited');
          const { scope, message, retry_after_seconds: retryAfterS } = refused.body['error'];
          expect([scope, message]).toEqual([
            'api_key',
            expect.stringMatching(/^The limit of 4 requests per minute of the key "slow" is reached\./),
          ]);
          expect(retryAfterS).toBeGreaterThan(50);
          const header = (name: string) => refused.headers.get(name);
          expect(header('retry-after')).toBe(String(retryAfterS));
          expect(
            ['limit', 'remaining', 'reset-seconds'].map((name) => header(`x-ratelimit-${name}`)),
          ).toEqual(['4', '0', String(retryAfterS)]);
        }
        // Neither tokens counted nor models listed are model calls.
        const count = { model: SMALL, messages: HI };
        expect((await post(key, '/v1/chat/completions/count_tokens', count)).status).toBe(200);
        expect((await keys.call('GET', '/v1/models', { secret: key.secret })).status).toBe(200);
        keys.upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } }));
        expect((await keys.chat(other)).status).toBe(200);
        await keys.service.advance(61);
        expect((await keys.chat(key)).status).toBe(200);
      });

      it('follow a change with the next call, and the limit of every key where that is lower', async () => {
        const key = await keys.make({ requests_per_minute: 1 });
        expect((await keys.chat(key)).status).toBe(200);
        expect((await keys.chat(key)).status).toBe(429);
        await keys.change(key, { requests_per_minute: 3 });
        expect([(await keys.chat(key)).status, (await keys.chat(key)).status]).toEqual([200, 200]);
        expect((await keys.chat(key)).headers.get('x-ratelimit-limit')).toBe('3');
        await keys.change(key, { requests_per_minute: null });
        expect((await keys.chat(key)).status).toBe(200);
      });

      it.each([
        ['input_tokens_per_minute', 'input tokens', 400],
        ['output_tokens_per_minute', 'output tokens', 60],
      ])('LIMIT-15 limit %s over all models, by what the calls took', async (field, name, limit) => {
        const key = await keys.make({ name: 'thrifty', [field]: limit });
        const free = await keys.make({});
        const statuses: number[] = [];
        for (const model of [SMALL, STANDARD, SMALL]) statuses.push((await keys.chat(key, { model })).status);
        expect(statuses).toEqual([200, 200, 200]);
        // Each took 10 and 20 tokens.
        const refused = await keys.chat(
          key,
          name === 'input tokens' ? { messages: [{ role: 'user', content: 'word '.repeat(400) }] } : {},
        );
        expect(refusal(refused)).toBe('429 rate_limited');
        expect(refused.body['error']).toMatchObject({
          scope: 'api_key',
          message: expect.stringMatching(
            `^The limit of ${limit} ${name} per minute of the key "thrifty" is reached`,
          ) as string,
        });
        expect(refused.headers.get('x-ratelimit-limit')).toBe(String(limit));
        expect((await keys.chat(free)).status).toBe(200);
        await keys.service.advance(62);
        expect((await keys.chat(key)).status).toBe(200);
      });

      it('count the tokens of embeddings against the same limit', async () => {
        const key = await keys.make({ input_tokens_per_minute: 10 });
        keys.upstream.script(embeddingsReply());
        expect((await keys.embed(key, ['one two three four five six'])).status).toBe(200);
        const refused = await keys.embed(key, ['one two three four five six']);
        expect(refusal(refused)).toBe('429 rate_limited');
        expect(refused.body['error'].scope).toBe('api_key');
        keys.upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } }));
        expect((await keys.chat(key)).status).toBe(429);
      });
    });

    it('D-01 refuses in the order of the contract: end, requests, size, model, tokens, budget', async () => {
      const messages = [{ role: 'user', content: HUGE }];
      const key = await keys.make({
        allowed_models: [SMALL],
        requests_per_minute: 2,
        output_tokens_per_minute: 20,
        monthly_budget_usd: String(COST_USD),
        expires_at: new Date(keys.service.nowMs() + 3_600_000).toISOString(),
      });
      expect((await keys.chat(key)).status).toBe(200);
      // Budget and tokens are used up, one request is left.
      expect(refusal(await keys.chat(key, { model: STANDARD, messages }))).toMatch(/^413 payload_too_large/);
      expect(refusal(await keys.chat(key, { model: STANDARD, messages }))).toBe('429 rate_limited');
      await keys.change(key, { requests_per_minute: null });
      expect(refusal(await keys.chat(key, { model: STANDARD }))).toMatch(/^404 model_not_found/);
      const tokens = await keys.chat(key);
      expect([refusal(tokens), tokens.headers.get('x-ratelimit-limit')]).toEqual(['429 rate_limited', '20']);
      await keys.change(key, { output_tokens_per_minute: null });
      expect(refusal(await keys.chat(key))).toBe('402 quota_exhausted');
      await keys.change(key, { monthly_budget_usd: null, requests_per_minute: 1 });
      expect(refusal(await keys.chat(key, { messages }))).toBe('429 rate_limited');
      await keys.service.advance(3_601);
      expect(refusal(await keys.chat(key, { messages }))).toBe('401 expired_api_key');
    });
  },
);
