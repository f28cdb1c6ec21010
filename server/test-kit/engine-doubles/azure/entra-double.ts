import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

/** A token request as it arrived. */
export interface SeenTokenRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly metadata: string | undefined;
  /** By which App Service knows its own. */
  readonly identityHeader: string | undefined;
  readonly form: Readonly<Record<string, string>>;
  /** Of a signed assertion that was verified. */
  readonly assertion?: { readonly header: object; readonly claims: object };
}

/** What the double knows of the tenant. */
export interface EntraTenant {
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PEM of the certificate that is registered with the application. */
  readonly certificate: string;
  /** Content of the file of the workload identity. */
  readonly federatedToken: string;
  readonly scope: string;
}

const METADATA_PATH = '/metadata/identity/oauth2/token';
/** Of App Service, Functions and Container Apps. */
const APP_SERVICE_PATH = '/msi/token';
export const IDENTITY_HEADER = 'identity-header';
const OF_MACHINES = /^\/(metadata|msi)\//;

class Refused extends Error {}

/** The token endpoint of a tenant, and the servers that know the identity of a machine or an app. */
export class EntraDouble {
  readonly seen: SeenTokenRequest[] = [];
  readonly #tenant: EntraTenant;
  /** Where its clients find it. */
  origin = '';
  /** Statuses of the next answers, in place of a token. */
  failures: number[] = [];
  lifeSeconds = 3600;
  /** Tokens that the resource takes. */
  readonly valid = new Set<string>();

  constructor(tenant: EntraTenant) {
    this.#tenant = tenant;
  }

  handles(path: string): boolean {
    return path.startsWith(`/${this.#tenant.tenant}/`) || OF_MACHINES.test(path);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, searchParams }: URL,
  ): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
    if (pathname.endsWith('/.well-known/openid-configuration')) return this.#describe(response);
    const query = Object.fromEntries(searchParams);
    // The vendor's client ends one of its paths with a slash.
    const path = pathname.replace(/\/$/, '');
    const seen: SeenTokenRequest = {
      path,
      query,
      metadata: request.headers['metadata']?.toString(),
      identityHeader: request.headers['x-identity-header']?.toString(),
      form,
    };
    try {
      const failure = this.failures.shift();
      if (failure !== undefined) throw new Refused(String(failure));
      const assertion = OF_MACHINES.test(pathname)
        ? this.#checkMachine(seen)
        : await this.#checkApplication(seen);
      this.seen.push({ ...seen, ...(assertion && { assertion }) });
      this.#respond(response, path);
    } catch (error) {
      this.seen.push(seen);
      const status = error instanceof Refused ? Number(error.message) : 401;
      const body = { error: 'invalid_client', error_description: 'AADSTS7000215: VendorMarker' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
  }

  #describe(response: ServerResponse): void {
    const base = `${this.origin}/${this.#tenant.tenant}`;
    const body = {
      issuer: `${base}/v2.0`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      end_session_endpoint: `${base}/oauth2/v2.0/logout`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #checkMachine(seen: SeenTokenRequest): undefined {
    const { path, query, metadata } = seen;
    const { scope } = this.#tenant;
    const isAppService = path === APP_SERVICE_PATH;
    if (isAppService && seen.identityHeader !== IDENTITY_HEADER) throw new Refused('401');
    if (!isAppService && (path !== METADATA_PATH || metadata !== 'true')) throw new Refused('400');
    const version = isAppService ? '2019-08-01' : '2018-02-01';
    if (query['api-version'] !== version || query['resource'] !== scope.replace('/.default', ''))
      throw new Refused('400');
  }

  async #checkApplication({ path, form }: SeenTokenRequest): Promise<SeenTokenRequest['assertion']> {
    const { tenant, clientId, clientSecret, scope, federatedToken } = this.#tenant;
    if (path !== `/${tenant}/oauth2/v2.0/token` || form['grant_type'] !== 'client_credentials')
      throw new Refused('400');
    if (form['client_id'] !== clientId || !form['scope']?.split(' ').includes(scope))
      throw new Refused('400');
    if (form['client_secret'] === clientSecret) return undefined;
    const assertion = form['client_assertion'];
    if (
      form['client_assertion_type'] !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' ||
      !assertion
    )
      throw new Refused('401');
    return assertion === federatedToken ? undefined : this.#verify(assertion);
  }

  async #verify(assertion: string): Promise<SeenTokenRequest['assertion']> {
    const { certificate, clientId, tenant } = this.#tenant;
    const known = new X509Certificate(certificate);
    const { protectedHeader, payload } = await jwtVerify(
      assertion,
      createPublicKey(known.publicKey.export({ type: 'spki', format: 'pem' })),
      {
        algorithms: ['PS256'],
        // As the real one has. The vendor's client rounds the time up.
        clockTolerance: 300,
        issuer: clientId,
        subject: clientId,
        requiredClaims: ['exp', 'nbf', 'jti'],
      },
    );
    const thumbprint = createHash('sha256').update(known.raw).digest('base64url');
    const isForUs = String(payload.aud).endsWith(`/${tenant}/oauth2/v2.0/token`);
    if (protectedHeader['x5t#S256'] !== thumbprint || !isForUs) throw new Refused('401');
    return { header: protectedHeader, claims: payload };
  }

  #respond(response: ServerResponse, path: string): void {
    const token = `eyToken${this.seen.length}`;
    this.valid.add(token);
    const seconds = this.lifeSeconds;
    const end = String(Math.floor(Date.now() / 1000) + seconds);
    const resource = this.#tenant.scope.replace('/.default', '');
    const ofMachine = { access_token: token, client_id: this.#tenant.clientId, expires_on: end, resource };
    const bodies: Readonly<Record<string, object>> = {
      [APP_SERVICE_PATH]: { ...ofMachine, token_type: 'Bearer' },
      [METADATA_PATH]: {
        ...ofMachine,
        expires_in: String(seconds),
        ext_expires_in: String(seconds),
        not_before: '0',
        token_type: 'Bearer',
      },
    };
    const ofApplication = {
      token_type: 'Bearer',
      expires_in: seconds,
      ext_expires_in: seconds,
      access_token: token,
    };
    const body = bodies[path] ?? ofApplication;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
