import type { ApiBrowser, HttpReply, TestDatabase } from '#test-kit';
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
  stop(): Promise<void>;
}

export async function startRequired(database: TestDatabase): Promise<RequiredFixture> {
  const fixture = await SignOnFixture.start(database);
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
    stop: () => fixture.stop(),
  };
}

/** Whether the browser is signed in. */
export async function isSignedIn(browser: ApiBrowser): Promise<boolean> {
  return (await browser.get('/console/api/auth/session')).status === 200;
}
