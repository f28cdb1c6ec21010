import { randomUUID } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import OidcProvider from 'oidc-provider';
import { LOCALHOST_CERTIFICATE } from './test-certificate.ts';
import { httpsSite, type TestSite } from './test-site.ts';

type Claims = Readonly<Record<string, unknown>>;
type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'ES384';

interface SigningKey {
  readonly kid: string;
  readonly alg: Algorithm;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Tests move the clock of the service, and not the provider's. */
const TOKEN_S = 100 * 86_400;
const CLIENT = { client_id: 'svc', client_secret: 'first-secret-of-the-client' } as const;

/** A provider of OpenID Connect on loopback, over HTTPS, at which whoever is named signs in without a page. */
export class IdentityProvider {
  /** Who signs in next, as the claims of their ID token. */
  person: Claims & { readonly sub: string } = { sub: 'nobody' };
  /** Changes claims of the ID tokens before they are signed. */
  changeClaims: (claims: Claims) => Claims = (claims) => claims;
  /** Changes what it says of itself. */
  changeMetadata: (metadata: Claims) => Claims = (metadata) => metadata;
  /** Whether the authorization endpoint says no. */
  isRefusing = false;
  /** Paths that it was asked for. */
  readonly asked: string[] = [];
  /** Those of the last authorization request. */
  scopes: readonly string[] = [];
  /** Where it sends people back to. Undefined: wherever it is asked to. */
  redirectUri: string | undefined;
  readonly client: { client_id: string; client_secret: string } = { ...CLIENT };
  #key: SigningKey;
  #published: readonly JWK[];
  readonly #site: TestSite;
  readonly #path: string;
  readonly #usualAuthorities = getCACertificates('default');

  private constructor(site: TestSite, path: string, key: SigningKey) {
    this.#site = site;
    this.#path = path;
    this.#key = key;
    this.#published = [key.jwk];
    setDefaultCACertificates([...this.#usualAuthorities, LOCALHOST_CERTIFICATE.cert]);
  }

  /** `path`: of its issuer, such as `/realms/acme`. */
  static async start(path = ''): Promise<IdentityProvider> {
    let handle: Parameters<typeof httpsSite>[0] = (_request, response) => response.end();
    const site = await httpsSite((request, response) => handle(request, response), LOCALHOST_CERTIFICATE);
    const idp = new IdentityProvider(site, path, await newKey('RS256'));
    handle = idp.#listener();
    return idp;
  }

  get issuer(): string {
    return `https://localhost:${this.#site.port}${this.#path}`;
  }

  /** Those that it shows. */
  get keys(): readonly JWK[] {
    return this.#published;
  }

  /** Signs with a new key from now on. `isPublished`: and shows it. */
  async rotateKey(alg: Algorithm = 'RS256', isPublished = true): Promise<void> {
    this.#key = await newKey(alg);
    if (isPublished) this.#published = [this.#key.jwk];
  }

  async close(): Promise<void> {
    setDefaultCACertificates(this.#usualAuthorities);
    await this.#site.close();
  }

  #listener(): Parameters<typeof httpsSite>[0] {
    const provider = this.#provider();
    const callback = provider.callback();
    return (request, response) => {
      const { pathname, search, searchParams } = new URL(request.url ?? '', this.issuer);
      if (!pathname.startsWith(`${this.#path}/`)) return void response.writeHead(404).end();
      const own = pathname.slice(this.#path.length);
      this.asked.push(own);
      if (own === '/auth') this.scopes = (searchParams.get('scope') ?? '').split(' ');
      // By both the library knows the path that it is mounted at.
      Object.assign(request, { originalUrl: request.url, url: own + search });
      if (!own.startsWith('/interaction/')) return callback(request, response);
      const result = this.isRefusing
        ? { error: 'access_denied', error_description: 'TEXT-OF-THE-PROVIDER' }
        : { login: { accountId: this.person.sub } };
      void provider.interactionFinished(request, response, result);
    };
  }

  #provider(): OidcProvider {
    const provider = new OidcProvider(this.issuer, {
      clients: [
        { ...CLIENT, redirect_uris: ['https://unused.example/'], grant_types: ['authorization_code'] },
      ],
      claims: { openid: ['sub'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      cookies: { keys: ['key'] },
      pkce: { required: () => true },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: TOKEN_S },
      features: { devInteractions: { enabled: false } },
      interactions: {
        url: (_context: unknown, { uid }: { uid: string }) => `${this.#path}/interaction/${uid}`,
      },
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
      async loadExistingGrant({ oidc: { client, session } }: { oidc: Record<string, never> }) {
        const { clientId } = client as unknown as { clientId: string };
        const { accountId } = session as unknown as { accountId: string };
        const grant = new provider.Grant({ clientId, accountId });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
    });
    // The address has the id of the connection in it, which is not known before.
    provider.Client.prototype.redirectUriAllowed = (uri) =>
      this.redirectUri === undefined || uri === this.redirectUri;
    provider.use(async (context, next) => {
      await next();
      context.body = await this.#reply(context.path, context.body);
    });
    return provider;
  }

  async #reply(path: string, body: unknown): Promise<unknown> {
    if (path === '/jwks') return { keys: this.#published };
    if (path === '/.well-known/openid-configuration') return this.changeMetadata(body as Claims);
    const token = (body as { id_token?: string } | null)?.id_token;
    if (path !== '/token' || token === undefined) return body;
    const own = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims;
    return { ...(body as object), id_token: await this.#sign(this.changeClaims({ ...own, ...this.person })) };
  }

  #sign(claims: Claims): Promise<string> {
    const { alg, kid, privateKey } = this.#key;
    return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(privateKey);
  }
}

async function newKey(alg: Algorithm): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg } };
}
