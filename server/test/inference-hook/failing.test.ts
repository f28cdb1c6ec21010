import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookEvent, type InferenceHook } from '@svc/contract';
import { openMailSink, httpDatabases, type MailSink } from '#test-kit';
import { ADMIN_KEY } from '../webhooks/webhooks-fixture.ts';
import { MAIN_KEY, useHookAdmin } from './hook-admin.ts';

describe.each(await httpDatabases(import.meta.filename))('a failing inference hook on $kind', (database) => {
  let mail: MailSink;
  const environment: Record<string, string> = {};
  beforeAll(async () => {
    mail = await openMailSink();
    environment['SMTP_URL'] = mail.url;
  });
  afterAll(() => mail.close());
  const suite = useHookAdmin(database, { environment });

  const callModel = async (): Promise<number> => {
    const body = { model: 'Svc Standard', max_tokens: 4, messages: [{ role: 'user', content: 'MARK' }] };
    return (await suite.hooks.service.post('/v1/chat/completions', MAIN_KEY, body)).status;
  };
  const read = async (): Promise<InferenceHook> => (await suite.ask('GET')).body;
  const alarms = () => suite.hooks.receiver.at('/events').map(({ event }) => event);
  const mails = () => mail.mails.filter(({ subject }) => subject?.includes('inference hook'));
  const respond = (status: number) =>
    suite.hooks.receiver.reply('/policy', (response) => {
      response.writeHead(status).end('{"action":"allow"}');
    });
  /** Fails once and lets time pass. */
  const failFor = async (seconds: number): Promise<void> => {
    expect(await callModel()).toBe(503);
    await suite.hooks.advance(seconds);
  };

  it(
    'POLICY-16 POLICY-17 HOOK-68 tells webhooks and owners once after 5 minutes without a verdict, and again after the next one',
    { timeout: 30_000 },
    async () => {
      const all = { key: ADMIN_KEY };
      await suite.hooks.create('/events', { events: ['inference_hook.failing'] }, all);
      const headers = [{ name: 'authorization', value: 'Bearer MARK_1' }];
      respond(200);
      await suite.put('/policy', { headers });
      expect(await callModel()).toBe(200);
      await suite.hooks.advance(10);
      expect(await read()).toMatchObject({
        status: 'healthy',
        failing_since: null,
        calls_1h: 1,
        failed_1h: 0,
      });

      respond(500);
      await failFor(200);
      const { failing_since: since, ...hook } = await read();
      expect([hook.status, hook.failed_1h]).toEqual(['failing', 1]);
      await failFor(90);
      await failFor(5);
      await failFor(10);
      expect(alarms(), 'not yet 5 minutes').toEqual([]);
      await failFor(10);
      await expect.poll(() => alarms().length).toBe(1);
      const [event] = alarms();
      expect(WebhookEvent.parse(event)).toEqual(event);
      expect(event).toMatchObject({ type: 'inference_hook.failing', workspace_id: null });
      expect(event.data).toEqual({
        object: {
          ...(await read()),
          status: 'failing',
          failing_since: since,
          headers: ['authorization'],
          calls_1h: 6,
          failed_1h: 5,
        },
      });
      expect(JSON.stringify(event)).not.toMatch(/MARK|whsec_/);
      await expect.poll(() => mails().length).toBe(2);
      expect(new Set(mails().map(({ envelope }) => envelope.to[0]))).toEqual(
        new Set(['ada@acme.test', 'olga@acme.test']),
      );
      expect(mails()[0]!.text).toContain('are refused until it answers again');

      await failFor(400);
      await failFor(10);
      expect([alarms().length, mails().length], 'once').toEqual([1, 2]);

      respond(200);
      // It is left alone for a while only after many failures.
      expect(await callModel()).toBe(200);
      await suite.hooks.advance(10);
      expect(await read()).toMatchObject({ status: 'healthy', failing_since: null });
      respond(500);
      await failFor(290);
      await failFor(10);
      expect(alarms().length, 'failing anew for less than 5 minutes').toBe(1);
      await failFor(20);
      await expect.poll(() => alarms().length).toBe(2);
      await expect.poll(() => mails().length).toBe(4);
    },
  );

  it('POLICY-01 forgets failures when another server is named, and counts for an hour', async () => {
    respond(500);
    await suite.put('/policy');
    await failFor(10);
    expect(await read()).toMatchObject({ status: 'failing', calls_1h: 1, failed_1h: 1 });
    expect((await suite.put('/policy', { timeout_ms: 900 })).body.status).toBe('failing');
    expect((await suite.put('/other')).body).toMatchObject({
      status: 'healthy',
      failing_since: null,
      failed_1h: 1,
    });
    suite.hooks.receiver.reply('/other', (response) => {
      response.writeHead(200).end('{"action":"deny"}');
    });
    await suite.hooks.advance(60);
    expect(await callModel()).toBe(403);
    await suite.hooks.advance(10);
    expect(await read()).toMatchObject({ status: 'healthy', calls_1h: 2, denied_1h: 1, failed_1h: 1 });
    await suite.hooks.advance(3600);
    expect(await read()).toMatchObject({ calls_1h: 0, denied_1h: 0, failed_1h: 0 });
  });
});
