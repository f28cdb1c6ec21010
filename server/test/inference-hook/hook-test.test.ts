import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal, httpDatabases } from '#test-kit';
import type { ReceivedDelivery } from '../webhooks/receiver.ts';
import { ADMIN_KEY, DAY_S } from '../webhooks/webhooks-fixture.ts';
import { HOOK, useHookAdmin } from './hook-admin.ts';

/** Implemented from the contract alone (D-HOOK-5). */
function signers({ headers, body }: ReceivedDelivery, secrets: readonly string[]): number[] {
  const parts = String(headers['svc-signature'])
    .split(',')
    .map((part) => part.split('=') as [string, string]);
  const t = parts.find(([name]) => name === 't')![1];
  const made = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
  return parts.filter(([name]) => name === 'v1').map(([, v1]) => made.indexOf(v1));
}

describe.each(await httpDatabases(import.meta.filename))(
  'a test of an inference hook on $kind',
  (database) => {
    const suite = useHookAdmin(database);
    const reply = (path: string, text: string, status = 200) =>
      suite.hooks.receiver.reply(path, (response) => void response.writeHead(status).end(text));
    const test = async () => (await suite.ask('POST', '/test')).body;
    const sent = (path: string) => suite.hooks.receiver.at(path);

    it('POLICY-22 sends one marked request and answers the verdict', async () => {
      reply('/allow', '{"action":"allow"}');
      await suite.put('/allow', { mode: 'off' });
      expect(await test()).toEqual({
        type: 'inference_hook_test',
        verdict: { action: 'allow', reason: null, message: null },
        failure: null,
        duration_ms: expect.any(Number),
      });
      const [one, ...more] = sent('/allow');
      expect(more).toEqual([]);
      expect([one!.method, one!.headers['content-type']]).toEqual(['POST', 'application/json']);
      expect(one!.event).toEqual({
        id: expect.stringMatching(/^hook_[0-9a-z]{26}$/),
        type: 'prompt',
        created_at: expect.stringMatching(/Z$/),
        organization_id: expect.stringMatching(/^org_/),
        workspace_id: null,
        request_id: null,
        endpoint: 'test',
        model: null,
        actor: { type: 'admin_key', id: expect.stringMatching(/^adminkey_/) },
        end_user_id: null,
        messages: [{ role: 'user', content: [{ type: 'text', text: expect.any(String) }] }],
        tools: [],
        truncated: false,
      });
      reply('/allow', '{"action":"deny","reason":"names","message":"No names."}');
      expect((await test()).verdict).toEqual({ action: 'deny', reason: 'names', message: 'No names.' });
      await suite.hooks.advance(60);
      expect((await suite.ask('GET')).body, 'not counted').toMatchObject({ calls_1h: 0, denied_1h: 0 });
    });

    it('POLICY-22 POLICY-13 answers the kind of a failure', async () => {
      const failureOf = async (path: string, settings: object = {}) => {
        expect((await suite.put(path, settings)).status).toBeLessThan(300);
        const { verdict, failure, duration_ms: durationMs } = await test();
        expect([verdict, Number.isInteger(durationMs)]).toEqual([null, true]);
        return failure;
      };
      reply('/status', '{"action":"allow"}', 500);
      reply('/words', 'allow');
      suite.hooks.receiver.reply('/away', (response) => {
        response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
      });
      suite.hooks.receiver.reply('/hangs', () => undefined);
      expect(await failureOf('/status')).toBe('http_status');
      expect(await failureOf('/words')).toBe('invalid_verdict');
      expect(await failureOf('/away')).toBe('redirect');
      expect(await failureOf('/hangs', { timeout_ms: 100 })).toBe('timeout');
      expect(await failureOf('/dead', { url: 'http://127.0.0.1:9/dead' })).toBe('connect');
      await suite.hooks.advance(60);
      expect((await suite.ask('GET')).body, 'not counted').toMatchObject({ calls_1h: 0, status: 'healthy' });
    });

    it('POLICY-22 IDEM-03 IDEM-04 IDEM-05 D-IDEM-1 D-IDEM-2 calls the server once per Idempotency-Key', async () => {
      const repeat = (key: string) =>
        suite.hooks.call('POST', `${HOOK}/test`, { key: ADMIN_KEY, headers: { 'idempotency-key': key } });
      let respond = (): void => undefined;
      suite.hooks.receiver.reply('/once', (response) => {
        respond = () => void response.writeHead(200).end('{"action":"allow"}');
      });
      await suite.put('/once', { timeout_ms: 10_000 });
      const running = repeat('a');
      await expect.poll(() => sent('/once')).toHaveLength(1);
      const early = await repeat('a');
      expect([refusal(early), early.headers.get('retry-after')]).toEqual(['409 resource_conflict', '1']);
      respond();
      const first = await running;
      const second = await repeat('a');
      expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
      expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
      expect(sent('/once')).toHaveLength(1);
      reply('/once', '{"action":"deny","reason":"names"}');
      expect((await repeat('b')).body.verdict.action).toBe('deny');
      expect((await repeat('a')).body.verdict.action).toBe('allow');
      await suite.hooks.advance(DAY_S);
      expect((await repeat('a')).body.verdict.action).toBe('deny');
      expect(sent('/once')).toHaveLength(3);
      await suite.ask('DELETE');
      expect(refusal(await repeat('c'))).toBe('404 inference_hook_not_found');
      await suite.put('/once');
      expect((await repeat('c')).status, 'a refused test does not use up the key').toBe(200);
    });

    it('POLICY-05 each call is signed, with the old secret too for 24 hours after a rotation', async () => {
      reply('/signed', '{"action":"allow"}');
      const secrets: string[] = [(await suite.put('/signed')).body.signing_secret];
      const rotate = async (): Promise<void> => {
        const { status, body } = await suite.ask('POST', '/rotate_secret');
        expect([status, body]).toEqual([
          200,
          {
            type: 'inference_hook',
            signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
            previous_secret_expires_at: expect.stringMatching(/Z$/),
          },
        ]);
        expect(secrets).not.toContain(body.signing_secret);
        secrets.unshift(body.signing_secret);
      };
      const latest = async (): Promise<number[]> => {
        await test();
        return signers(sent('/signed').at(-1)!, secrets);
      };
      expect(await latest()).toEqual([0]);
      await suite.put('/signed', { timeout_ms: 500 });
      expect(await latest(), 'replacing keeps the secret').toEqual([0]);
      await rotate();
      expect(await latest()).toEqual([0, 1]);
      await suite.hooks.advance(DAY_S / 2);
      expect(await latest()).toEqual([0, 1]);
      await suite.hooks.advance(DAY_S / 2 + 1);
      expect(await latest()).toEqual([0]);
      await rotate();
      await rotate();
      expect(await latest(), 'of two rotations in a day the last counts').toEqual([0, 1]);
    });

    it('POLICY-04 headers go with each call, and their values are never returned', async () => {
      reply('/headers', '{"action":"allow"}');
      const headers = [
        { name: 'Authorization', value: 'Bearer MARK_1' },
        { name: 'x-tenant', value: 'MARK_2 with spaces' },
      ];
      const replies = [await suite.put('/headers', { headers }), await suite.ask('GET')];
      for (const { body } of replies) expect(body.headers).toEqual(['Authorization', 'x-tenant']);
      replies.push(await suite.ask('POST', '/test'), await suite.ask('POST', '/rotate_secret'));
      expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('MARK');
      expect(sent('/headers').at(-1)!.headers).toMatchObject({
        authorization: 'Bearer MARK_1',
        'x-tenant': 'MARK_2 with spaces',
      });
      expect((await suite.put('/headers')).body.headers, 'replaced by none').toEqual([]);
      await test();
      expect(sent('/headers').at(-1)!.headers).not.toHaveProperty('authorization');
    });

    it('POLICY-04 headers of HTTP framing, cookies and the service itself are refused', async () => {
      const put = async (...headers: object[]) => refusal(await suite.put('/headers', { headers }));
      for (const name of [
        'Host',
        'content-length',
        'Content-Type',
        'transfer-encoding',
        'connection',
        'Upgrade',
        'cookie',
        'accept-encoding',
        'svc-signature',
        'SVC-anything',
        'two words',
        'col:on',
        '',
        'x'.repeat(101),
      ])
        expect(await put({ name, value: 'a' }), name).toBe('400 invalid_parameter headers[0].name');
      for (const value of ['', ' a', 'a ', 'a\r\nb: c', 'ä', 'a\u0000', 'x'.repeat(4097)])
        expect(await put({ name: 'x-a', value }), value).toBe('400 invalid_parameter headers[0].value');
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ name: `x-${index}`, value: 'a' }));
      expect(await put(...many(11))).toBe('400 invalid_parameter headers');
      expect(await put({ name: 'x-a', value: 'a' }, { name: 'X-A', value: 'b' })).toBe(
        '400 invalid_parameter headers',
      );
      expect(await put(...many(10))).toBe('201');
    });
  },
);
