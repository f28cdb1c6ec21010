import { fetch } from 'undici';
import { SamlProvider, type ApiBrowser, type SamlResponseSettings, type TestDatabase } from '#test-kit';
import { DOMAIN, SignOnFixture } from './sign-on-fixture.ts';

export interface SamlSignIn extends SamlResponseSettings {
  /** Of the connection. */
  readonly id?: string;
  readonly browser?: ApiBrowser;
  readonly query?: string;
  /** Comes back with it in place of the browser that began. */
  readonly other?: ApiBrowser;
  readonly relayState?: string;
}

export interface SamlSignedIn {
  readonly browser: ApiBrowser;
  /** Where it ends, without the host. */
  readonly location: string;
}

/** Acme with a provider of SAML for its people. */
export class SamlFixture {
  readonly base: SignOnFixture;
  readonly idp: SamlProvider;
  /** Of the connection that most tests use. */
  id = '';

  private constructor(base: SignOnFixture, idp: SamlProvider) {
    this.base = base;
    this.idp = idp;
  }

  static async start(database: TestDatabase): Promise<SamlFixture> {
    const base = await SignOnFixture.start(database);
    const fixture = new SamlFixture(base, await SamlProvider.start(() => base.console.service.nowMs()));
    fixture.id = await fixture.connect();
    await fixture.passTest();
    const { status } = await fixture.set({ status: 'active' });
    if (status !== 200) throw new Error(`the connection was not activated: ${status}`);
    return fixture;
  }

  /** A draft. Returns the id. */
  async connect(settings: object = {}): Promise<string> {
    const { id } = await this.base.connect({
      protocol: 'saml',
      oidc: undefined,
      saml: this.idp.settings,
      ...settings,
    });
    return id as string;
  }

  set(settings: object, id = this.id) {
    return this.base.admin('PATCH', `/sso_connections/${id}`, settings);
  }

  advance(seconds: number): Promise<void> {
    return this.base.console.service.advance(seconds);
  }

  async lastReason(id = this.id): Promise<unknown> {
    return (await this.base.reasons(id)).at(-1);
  }

  async emailOf(browser: ApiBrowser): Promise<unknown> {
    const { body } = await browser.get('/console/api/auth/session');
    return (body['user'] as { email: string } | undefined)?.email;
  }

  /** What the provider says of a person of the domain. */
  person(name: string): Pick<SamlResponseSettings, 'nameId' | 'attributes'> {
    return { nameId: `subject-of-${name}`, attributes: { email: [`${name}@${DOMAIN}`] } };
  }

  /** Has the owner sign in at the address of a test. Where the browser ends. */
  async passTest(id = this.id, settings: SamlResponseSettings = {}): Promise<string> {
    const browser = await this.base.console.browserOf('owner');
    const path = await this.base.testPath(id);
    return (await this.#signInFrom(path, browser, { ...this.person('olga'), ...settings })).location;
  }

  signIn({ id = this.id, query = '', ...settings }: SamlSignIn): Promise<SamlSignedIn> {
    const browser = settings.browser ?? this.base.newBrowser();
    return this.#signInFrom(`/sso/${id}/start${query}`, browser, settings);
  }

  signInAs(name: string, settings: SamlSignIn = {}): Promise<SamlSignedIn> {
    return this.signIn({ ...this.person(name), ...settings });
  }

  /** Posts a response as the page of a provider does: without the cookies of this site. Where the browser is sent. */
  async post(xml: string, relayState = '', id = this.id): Promise<string> {
    const { port } = this.base.console.service;
    const body = new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: relayState,
    });
    const reply = await fetch(`http://127.0.0.1:${port}/sso/${id}/acs`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    await reply.text();
    return reply.headers.get('location') ?? String(reply.status);
  }

  stop(): Promise<void> {
    return this.base.stop();
  }

  async #signInFrom(
    path: string,
    browser: ApiBrowser,
    { other, relayState, ...settings }: SamlSignIn,
  ): Promise<SamlSignedIn> {
    const { headers } = await browser.get(path);
    const location = headers.get('location') ?? '';
    if (!location.startsWith('https://')) return { browser, location };
    const request = this.idp.readRequest(location);
    const xml = this.idp.respond(request, settings);
    const id = path.split('/')[2];
    return this.follow(other ?? browser, await this.post(xml, relayState ?? request.relayState, id));
  }

  /** Goes where the door of the provider sends the browser. */
  async follow(browser: ApiBrowser, location: string): Promise<SamlSignedIn> {
    if (!location.startsWith('/sso/')) return { browser, location };
    const { headers } = await browser.get(location);
    return { browser, location: headers.get('location') ?? '' };
  }
}
