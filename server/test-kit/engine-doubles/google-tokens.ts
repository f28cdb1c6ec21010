import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jwtVerify } from 'jose';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const METADATA_PATH = '/computeMetadata/v1/instance/service-accounts/default/token';
const IMPERSONATION_PATH = '/v1/projects/-/serviceAccounts/svc@acme:generateAccessToken';

/** What was asked of the token server, as the fields that matter. */
export type TokenCall = Readonly<Record<string, unknown>>;

/** The token server, the exchange of federated tokens and the metadata server. */
export class GoogleTokens {
  readonly calls: TokenCall[] = [];
  readonly email = 'svc@acme.iam.gserviceaccount.com';
  lifeSeconds = 3600;
  /** Instead of an answer. */
  status: number | undefined;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #issued = new Set<string>();

  /** The key file of an account, as the vendor writes it. */
  get account(): object {
    return {
      type: 'service_account',
      project_id: 'acme',
      private_key_id: 'k1',
      private_key: this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: this.email,
      client_id: '1',
      token_uri: 'https://oauth2.googleapis.com/token',
    };
  }

  accepts(token: string | undefined): boolean {
    return token !== undefined && this.#issued.has(token);
  }

  /** Tokens given so far are good no longer. */
  revoke(): void {
    this.#issued.clear();
  }

  /** False: it is not asked for a token. */
  async respond({ url, headers }: IncomingMessage, text: string, response: ServerResponse): Promise<boolean> {
    const [path] = (url ?? '').split('?');
    if (path !== '/token' && path !== METADATA_PATH && path !== IMPERSONATION_PATH) return false;
    const send = (status: number, body: object): true => {
      response.writeHead(status, { 'content-type': 'application/json', 'metadata-flavor': 'Google' });
      response.end(JSON.stringify(body));
      return true;
    };
    if (this.status !== undefined) return send(this.status, { error: 'invalid_grant' });
    if (path === METADATA_PATH) {
      this.calls.push({ metadata: headers['metadata-flavor'] });
      return headers['metadata-flavor'] === 'Google' ? send(200, this.#give()) : send(403, {});
    }
    if (path === IMPERSONATION_PATH) {
      const { authorization } = headers;
      this.calls.push({ ...(JSON.parse(text) as object), authorized: this.accepts(authorization?.slice(7)) });
      const { access_token: accessToken } = this.#give();
      return send(200, { accessToken, expireTime: new Date(Date.now() + 3_600_000).toISOString() });
    }
    const fields = Object.fromEntries(new URLSearchParams(text));
    const { assertion, ...rest } = fields;
    this.calls.push({ ...rest, ...(assertion === undefined ? {} : await this.#claims(assertion)) });
    return send(200, this.#give());
  }

  async #claims(assertion: string): Promise<object> {
    const { payload, protectedHeader } = await jwtVerify(assertion, this.#keys.publicKey, {
      clockTolerance: 10 ** 8,
    });
    const { iat = 0, exp = 0, ...claims } = payload;
    if (claims['scope'] !== SCOPE) throw new Error('the scope is missing');
    return { ...claims, header: protectedHeader, lifeSeconds: exp - iat };
  }

  #give(): { access_token: string; expires_in: number; token_type: string } {
    const token = `ya29.VendorMarker-${this.#issued.size}-${this.calls.length}`;
    this.#issued.add(token);
    return { access_token: token, expires_in: this.lifeSeconds, token_type: 'Bearer' };
  }
}
