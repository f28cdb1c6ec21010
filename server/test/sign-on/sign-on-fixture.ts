import { ApiBrowser, IdentityProvider, TextNameServer, type HttpReply, type TestDatabase } from '#test-kit';
import { startConsoleFixture, type ConsoleFixture } from '../console/console-fixture.ts';
import { signOnFrom, type SignedOn, type SignInOptions } from './sign-on-from.ts';

export const DOMAIN = 'acme.test';

/** Acme with a verified domain, and a provider for its people. Settings are made with the key of an owner. */
export class SignOnFixture {
  readonly console: ConsoleFixture;
  readonly dns: TextNameServer;
  readonly idp: IdentityProvider;

  private constructor(console: ConsoleFixture, dns: TextNameServer, idp: IdentityProvider) {
    this.console = console;
    this.dns = dns;
    this.idp = idp;
  }

  static async start(
    database: TestDatabase,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<SignOnFixture> {
    const [dns, idp] = await Promise.all([TextNameServer.start(), IdentityProvider.start()]);
    const settings = {
      sso: { dns_servers: [dns.address] },
      network: { allow_private_targets: ['127.0.0.1'] },
    };
    const fixture = new SignOnFixture(
      await startConsoleFixture(database, {}, settings, environment),
      dns,
      idp,
    );
    await fixture.#verifyDomain();
    return fixture;
  }

  newBrowser(): ApiBrowser {
    return new ApiBrowser(this.console.service.baseUrl);
  }

  /** Calls the Admin API with a key of the owner. */
  async admin(method: string, path: string, body?: object): Promise<HttpReply> {
    return this.console.admin(method, path, body);
  }

  /** Makes a connection to the provider, for the verified domain. */
  async connect(settings: object = {}): Promise<HttpReply['body']> {
    const { status, body } = await this.admin('POST', '/sso_connections', {
      name: 'Acme login',
      protocol: 'oidc',
      domains: [DOMAIN],
      oidc: { issuer: this.idp.issuer, ...this.idp.client },
      ...settings,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  /** The same, tested and active. Returns the id. */
  async connectActive(): Promise<string> {
    const { id } = await this.connect();
    await this.passTest(id as string);
    const { status, body } = await this.admin('PATCH', `/sso_connections/${id}`, { status: 'active' });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return id as string;
  }

  /** A path at which the owner tests the connection. */
  async testPath(id: string): Promise<string> {
    const { body } = await this.admin('POST', `/sso_connections/${id}/test`);
    const { pathname, search } = new URL(body.url as string);
    return pathname + search;
  }

  /** Has the owner sign in at the address of a test. Where the browser ends. */
  async passTest(id: string): Promise<string> {
    this.idp.person = { sub: 'subject-of-olga', email: `olga@${DOMAIN}` };
    const browser = await this.console.browserOf('owner');
    return (await signOnFrom(await this.testPath(id), browser)).location;
  }

  /** Begins at the connection, and goes where it is sent. */
  signIn(id: string, options: SignInOptions = {}): Promise<SignedOn> {
    const browser = options.browser ?? this.newBrowser();
    return signOnFrom(`/sso/${id}/start${options.query ?? ''}`, browser, options);
  }

  /** Reasons of failed sign-ins, oldest first. */
  async reasons(id: string): Promise<unknown[]> {
    const { body } = await this.admin(
      'GET',
      `/audit_events?event=session.failed&resource_id=${id}&limit=100`,
    );
    const events = body.data as { details: { reason: string } }[];
    return events.toReversed().map(({ details }) => details.reason);
  }

  async stop(): Promise<void> {
    await this.console.stop();
    await Promise.all([this.dns.close(), this.idp.close()]);
  }

  async #verifyDomain(): Promise<void> {
    const { body } = await this.admin('POST', '/domains', { domain: DOMAIN });
    this.dns.texts.set(body.txt_name as string, [body.txt_value as string]);
    const { status } = await this.admin('POST', `/domains/${DOMAIN}/verify`);
    if (status !== 200) throw new Error(`${DOMAIN} was not verified: ${status}`);
  }
}
