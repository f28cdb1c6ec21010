import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiBrowser, openMailSink, type BrowserResponse, type MailSink, type TestDatabase } from '#test-kit';
import { startOperatorFixture, type OperatorFixture } from '../operators/operator-fixture.ts';

export { refusal } from '../operators/operator-fixture.ts';

export const SIGN_UP = '/console/api/auth/sign_up';
export const PASSWORD = 'seven plain green umbrellas';
export const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;
/** Every mail may be sent: how many a recipient gets in an hour is tested with mail. */
const LIMITS = {
  mails_per_recipient_per_hour: 1000,
  mails_per_recipient_per_day: 1000,
  unauthenticated_requests_per_minute: 100_000,
  console_requests_per_minute: 100_000,
};

export type SignUpSetting = Readonly<Record<string, unknown>>;

export interface SignUpFixture extends OperatorFixture {
  readonly sink: MailSink;
  /** A browser of somebody new, at an address of this machine. */
  browser(address?: string): ApiBrowser;
  request(email: string, more?: SignUpWords): Promise<BrowserResponse>;
  /** Asks for a link and takes it from the mail. */
  linkFor(email: string, more?: SignUpWords): Promise<string>;
  complete(token: string, browser?: ApiBrowser, password?: string): Promise<BrowserResponse>;
  /** The mails that arrived since this was asked last, once those that are due were sent. */
  mails(): Promise<MailSink['mails']>;
  /** Changes the configuration of the running service; undefined: sign-up is off. */
  set(signup: SignUpSetting | undefined): Promise<void>;
}

interface SignUpWords {
  readonly name?: string;
  readonly organization_name?: string;
  readonly from?: string;
}

export async function startSignUpFixture(
  database: TestDatabase,
  signup: SignUpSetting | undefined,
): Promise<SignUpFixture> {
  const sink = await openMailSink();
  const more = signup ? { signup } : {};
  const fixture = await startOperatorFixture(database, LIMITS, more, { SMTP_URL: sink.url });
  const { service } = fixture;
  const browser = (address?: string) => new ApiBrowser(service.baseUrl, undefined, address);
  const mails: SignUpFixture['mails'] = async () => {
    await service.advance(1);
    return sink.mails.splice(0);
  };
  const request: SignUpFixture['request'] = (email, { from, ...words } = {}) =>
    browser(from).post(SIGN_UP, { email, name: 'Nadia', organization_name: 'Newco', ...words });
  await mails();
  return {
    ...fixture,
    sink,
    browser,
    request,
    mails,
    async linkFor(email, words) {
      await mails();
      const { status, body } = await request(email, words);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return linkIn((await mails())[0]);
    },
    complete: (token, by = browser(), password = PASSWORD) =>
      by.post(`${SIGN_UP}/complete`, { token, password }),
    async set(changed) {
      const path = join(service.dataDir, 'svc.yaml');
      const { signup: _, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      writeFileSync(path, JSON.stringify(changed ? { ...rest, signup: changed } : rest));
      await service.reload();
    },
    async stop() {
      await fixture.stop();
      await sink.close();
    },
  };
}

/** The token in the link of a mail. */
export function linkIn(mail: MailSink['mails'][number] | undefined): string {
  return /\/console\/sign-up\/link#(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no link';
}
