import type * as OAuth from 'oauth4webapi';
import type { ConsoleFixture } from '../../../server/test/index.ts';

const CLIENT: OAuth.Client = { client_id: 'svc-code' };

type Decision = 'approve' | 'deny';

/** A program that signs in by a device code, with a person who decides on it in the Console. */
export class OAuthClient {
  readonly oauth: typeof OAuth;
  readonly server: OAuth.AuthorizationServer;
  readonly issuer: URL;
  readonly insecure: { readonly [OAuth.allowInsecureRequests]: boolean };
  readonly #none: OAuth.ClientAuth;
  readonly #fixture: ConsoleFixture;

  private constructor(oauth: typeof OAuth, fixture: ConsoleFixture, server: OAuth.AuthorizationServer) {
    this.oauth = oauth;
    this.server = server;
    this.issuer = new URL(fixture.service.baseUrl);
    this.insecure = { [oauth.allowInsecureRequests]: true };
    this.#none = oauth.None();
    this.#fixture = fixture;
  }

  static async discover(oauth: typeof OAuth, fixture: ConsoleFixture): Promise<OAuthClient> {
    const issuer = new URL(fixture.service.baseUrl);
    const options = { [oauth.allowInsecureRequests]: true, algorithm: 'oauth2' as const };
    const response = await oauth.discoveryRequest(issuer, options);
    return new OAuthClient(oauth, fixture, await oauth.processDiscoveryResponse(issuer, response));
  }

  async begin(client = CLIENT): Promise<OAuth.DeviceAuthorizationResponse> {
    const { oauth, server, insecure } = this;
    const scope = { scope: 'inference' };
    const response = await oauth.deviceAuthorizationRequest(server, client, this.#none, scope, insecure);
    return oauth.processDeviceAuthorizationResponse(server, client, response);
  }

  async poll(code: string): Promise<OAuth.TokenEndpointResponse> {
    const { oauth, server, insecure } = this;
    const response = await oauth.deviceCodeGrantRequest(server, CLIENT, this.#none, code, insecure);
    return oauth.processDeviceCodeResponse(server, CLIENT, response);
  }

  async decide({ user_code: code }: OAuth.DeviceAuthorizationResponse, decision: Decision): Promise<void> {
    const { as } = this.#fixture;
    const { body } = await as('developer', 'GET', `/device_request?user_code=${code}`);
    const { id } = body as { readonly id: string };
    const chosen = decision === 'approve' ? { workspace_id: null } : undefined;
    await as('developer', 'POST', `/device_requests/${id}/${decision}`, chosen);
  }

  async signIn(): Promise<OAuth.TokenEndpointResponse> {
    const device = await this.begin();
    await this.decide(device, 'approve');
    return this.poll(device.device_code);
  }

  async refresh(token: string): Promise<OAuth.TokenEndpointResponse> {
    const { oauth, server, insecure } = this;
    const response = await oauth.refreshTokenGrantRequest(server, CLIENT, this.#none, token, insecure);
    return oauth.processRefreshTokenResponse(server, CLIENT, response);
  }

  async revoke(token: string): Promise<void> {
    const { oauth, server, insecure } = this;
    const response = await oauth.revocationRequest(server, CLIENT, this.#none, token, insecure);
    await oauth.processRevocationResponse(response);
  }

  /** A grant without parameters of its own. */
  async grant(type: string): Promise<OAuth.TokenEndpointResponse> {
    const { oauth, server, insecure } = this;
    const response = await oauth.genericTokenEndpointRequest(server, CLIENT, this.#none, type, {}, insecure);
    return oauth.processGenericTokenEndpointResponse(server, CLIENT, response);
  }

  /** A request with an access token. Rejects with the challenge of a refusal. */
  call(token: string): Promise<Response> {
    const url = new URL('/v1/models', this.issuer);
    return this.oauth.protectedResourceRequest(token, 'GET', url, undefined, null, this.insecure);
  }

  /** The claims of an access token. Rejects if the published keys do not verify it. */
  claimsOf(token: string): Promise<OAuth.JWTAccessTokenClaims> {
    const request = new Request(this.issuer, { headers: { authorization: `Bearer ${token}` } });
    return this.oauth.validateJwtAccessToken(this.server, request, this.server.issuer, this.insecure);
  }

  advance(seconds: number): Promise<void> {
    return this.#fixture.service.advance(seconds);
  }
}
