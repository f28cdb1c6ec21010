import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { Secret } from '#kit';
import { openMailSink, TEST_CERTIFICATE, type MailSink } from '#test-kit';
import { connectMailServer, senderAt } from './mail-server.ts';
import { sendFailure } from './send-failure.ts';

const MAIL = {
  messageId: '<1@svc.test>',
  to: 'bob@acme.test',
  subject: 'Zoë',
  text: 'text',
  html: '<p>text</p>',
  date: 'Thu, 01 Jan 1970 00:00:00 +0000',
};

/** What becomes of a mail sent to the address: `sent`, or the class of failure. */
async function send(url: string, signal = AbortSignal.timeout(20_000)): Promise<string> {
  const deliver = connectMailServer(new Secret(url), () => 'svc@acme.test');
  return deliver(MAIL, signal).then(() => 'sent', sendFailure);
}

async function withSink(options: SMTPServerOptions, use: (sink: MailSink) => Promise<void>): Promise<void> {
  const sink = await openMailSink(options);
  try {
    await use(sink);
  } finally {
    await sink.close();
  }
}

const PASSWORD: SMTPServerOptions = {
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'ada@acme.test' && password === 'p@ss:word'
      ? done(null, { user: username })
      : done(new Error('no such user: ada')),
};

describe('the mail server', () => {
  it('D-CONS-8 is given name and password of SMTP_URL, decoded', () =>
    withSink({ ...PASSWORD, disabledCommands: ['STARTTLS'] }, async ({ port, mails }) => {
      expect(await send(`smtp://ada%40acme.test:p%40ss%3Aword@127.0.0.1:${port}`)).toBe('sent');
      expect(mails).toMatchObject([{ user: 'ada@acme.test', subject: 'Zoë' }]);
      expect(await send(`smtp://ada:wrong@127.0.0.1:${port}`)).toBe('authentication');
      expect(mails).toHaveLength(1);
    }));

  it('hears no password in the clear but on this machine', async () => {
    let received = false;
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => {
      received = true;
      done(null, { user: 'ada' });
    };
    await withSink({ ...PASSWORD, onAuth, disabledCommands: ['STARTTLS'] }, async ({ port }) => {
      // The same machine by an address that does not say so.
      expect(await send(`smtp://ada:word@0.0.0.0:${port}`)).toBe('tls');
      expect(received).toBe(false);
      expect(await send(`smtp://ada:word@127.0.0.1:${port}`)).toBe('sent');
    });
  });

  it('must be who its certificate says', () =>
    withSink({ ...TEST_CERTIFICATE, secure: true, authOptional: true }, async ({ port, mails }) => {
      expect(await send(`smtps://127.0.0.1:${port}`)).toMatch(/^(tls|unreachable)$/);
      expect(mails).toEqual([]);
    }));

  it('is waited for only so long', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    expect(await send(`smtp://127.0.0.1:${port}`, AbortSignal.timeout(50))).toBe('timeout');
    silent.close();
    await once(silent, 'close');
    expect(await send(`smtp://127.0.0.1:${port}`)).toBe('unreachable');
  });

  it('gets a sender at the public address where none is configured', () => {
    expect(senderAt('https://svc.acme.test')).toBe('no-reply@svc.acme.test');
    expect(senderAt('http://127.0.0.1:8080')).toBe('no-reply@[127.0.0.1]');
  });

  it.each([
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'refused'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'refused'],
    // Speaks of the sender, which the operator mends.
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }, 'deferred'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }, 'deferred'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 503 }, 'deferred'],
    [{ code: 'ECONNECTION', responseCode: 421 }, 'deferred'],
    [{ code: 'EDNS' }, 'unreachable'],
  ])('%o is %s', (error, failure) => expect(sendFailure(error)).toBe(failure));
});
