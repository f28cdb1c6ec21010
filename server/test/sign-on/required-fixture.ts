import {
  openMailSink,
  type ApiBrowser,
  type HttpReply,
  type ReceivedMail,
  type TestDatabase,
} from '#test-kit';
import { DOMAIN, SignOnFixture } from './sign-on-fixture.ts';
import type { SignedOn, SignInOptions } from './sign-on-from.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Acme with an active connection, and what requires single sign-on of its people. */
export interface RequiredFixture {
  readonly fixture: SignOnFixture;
  readonly connectionId: string;
  /** Signs in by the connection as a person of the verified domain. */
  signInAs(name: string, claims?: Claims, options?: SignInOptions): Promise<SignedOn>;
  /** The setting, by an admin key of the owner. */
  setRequired(required: boolean): Promise<HttpReply>;
  /** Has the owner sign in by the connection, then requires it. */
  requireSignOn(): Promise<void>;
  /** What a person was mailed, oldest first. Moves the clock by a second, which has it sent. */
  mailsTo(email: string): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

export async function startRequired(database: TestDatabase): Promise<RequiredFixture> {
  const sink = await openMailSink();
  const fixture = await SignOnFixture.start(database, { SMTP_URL: sink.url });
  const connectionId = await fixture.connectActive();
  const signInAs: RequiredFixture['signInAs'] = (name, claims = {}, options = {}) => {
    fixture.idp.person = { sub: `subject-of-${name}`, email: `${name}@${DOMAIN}`, ...claims };
    return fixture.signIn(connectionId, options);
  };
  const setRequired = (required: boolean) => fixture.admin('PATCH', '/me', { sso: { required } });
  return {
    fixture,
    connectionId,
    signInAs,
    setRequired,
    async requireSignOn() {
      await signInAs('olga');
      const { status, body } = await setRequired(true);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    async mailsTo(email) {
      await fixture.console.service.advance(1);
      return sink.mails.filter(({ envelope }) => envelope.to.includes(email));
    },
    async stop() {
      await fixture.stop();
      await sink.close();
    },
  };
}

/** Whether the browser is signed in. */
export async function isSignedIn(browser: ApiBrowser): Promise<boolean> {
  return (await browser.get('/console/api/auth/session')).status === 200;
}
