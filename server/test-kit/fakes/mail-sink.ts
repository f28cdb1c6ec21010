import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A mail as a server took it: what the envelope said, and the message. */
export interface ReceivedMail extends Email {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** User name of the session, where it gave one. */
  readonly user: string | undefined;
}

export interface MailSink {
  /** Without credentials. */
  readonly url: string;
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** What comes next is answered like this, until told otherwise; undefined takes it. */
  reply: { readonly at: 'recipient' | 'data'; readonly code: number; readonly text: string } | undefined;
  close(): Promise<void>;
}

/** A mail server on this machine that keeps what it gets. */
export async function openMailSink(
  options: SMTPServerOptions = { disabledCommands: ['AUTH', 'STARTTLS'] },
): Promise<MailSink> {
  const refusal = (at: 'recipient' | 'data'): Error | null => {
    const { reply: response } = sink;
    return response?.at === at
      ? Object.assign(new Error(response.text), { responseCode: response.code })
      : null;
  };
  const take = async (
    stream: Readable,
    { envelope, user }: SMTPServerSession,
    done: (error: Error | null) => void,
  ): Promise<void> => {
    const raw = await text(stream);
    const refused = refusal('data');
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const to = envelope.rcptTo.map(({ address }) => address);
    if (!refused) sink.mails.push({ ...(await PostalMime.parse(raw)), envelope: { from, to }, user });
    done(refused);
  };
  const server = new SMTPServer({
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData: (stream, session, done) => {
      void take(stream, session, done);
    },
    ...options,
  });
  // Sessions that end badly are the tests' own doing.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const sink: MailSink = {
    url: `${options.secure === true ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    mails: [],
    reply: undefined,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return sink;
}
