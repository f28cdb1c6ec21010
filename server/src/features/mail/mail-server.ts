import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { isLoopback, type Secret } from '#kit';

/** A mail in words, for one recipient. */
export interface OutgoingMail {
  /** Stays the same for every attempt, so that a mail that comes twice is seen to be one. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** As its header has it. */
  readonly date: string;
}

/** Resolves when the server took the mail; rejects as `sendFailure` reads it. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

/** One address and nothing else: a list, or a name with the address, could send mail to other people. */
const PLAIN_ADDRESS = /^[^\s\p{Cc}@,;:<>()"\\[\]]+@[^\s\p{Cc}@,;<>()"\\]+$/u;

const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;

/**
 * The operator's mail server, by SMTP_URL: `smtps:` is TLS from the first byte, `smtp:` takes TLS when the server offers it, and
 * insists on it before it says a password, save to this machine itself.
 */
export function connectMailServer(smtpUrl: Secret, from: () => string): SendMail {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl.reveal());
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const auth =
    username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = createTransport({
    host,
    ...(port === '' ? {} : { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(auth ? { auth, forceAuth: true, requireTLS: protocol === 'smtp:' && !isThisMachine(host) } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxResponseSize: 65_536,
    // A mail is words; nothing in it may make the service read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ messageId, to, subject, text, html, date }, signal) => {
    if (!PLAIN_ADDRESS.test(to))
      throw Object.assign(new Error('not an address'), { code: 'EENVELOPE', command: 'API' });
    const sender = from();
    await transport.sendMail({
      from: { name: '', address: sender },
      to: { name: '', address: to },
      envelope: { from: sender, to: [to] },
      messageId,
      subject,
      text,
      html,
      date,
      headers: { 'auto-submitted': 'auto-generated' },
      signal,
    });
  };
}

/** The sender where none is configured. */
export function senderAt(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return `no-reply@${isIP(hostname) === 4 ? `[${hostname}]` : hostname}`;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || isLoopback(host);
}
