import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type IDToken,
  type ServerMetadata,
} from 'openid-client';
import type { JSONWebKeySet } from 'jose';
import type { LimitValues } from '@svc/contract';
import { MINUTE_MS, type Clock, type OutboundGuard, type Secret } from '#kit';
import type { StoredOidc } from '#store';
import { guardedFetch } from './guarded-fetch.ts';
import { ALGORITHMS, ProviderKeys } from './provider-keys.ts';
import { SignOnFailure } from './sign-on-failure.ts';
import { toFailure } from './to-failure.ts';

/** What binds the answer of a provider to the browser and the request (SSO-05). */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A connection as its provider knows it. */
export interface OidcClient extends Pick<StoredOidc, 'issuer' | 'client_id' | 'scopes'> {
  /** The one to use first. */
  readonly secrets: readonly Secret[];
}

export interface OidcProviderClientDeps {
  readonly guard: Pick<OutboundGuard, 'read'>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

interface Provider {
  readonly server: ServerMetadata;
  readonly keys: ProviderKeys;
  readonly readAtMs: number;
}

/** What a provider says of itself is read again after that. */
const PROVIDER_MS = 10 * MINUTE_MS;
const MAX_PROVIDERS = 1000;

/** Asks identity providers. Everything it throws is a SignOnFailure. */
export class OidcProviderClient {
  readonly #deps: OidcProviderClientDeps;
  readonly #providers = new Map<string, Provider>();

  constructor(deps: OidcProviderClientDeps) {
    this.#deps = deps;
  }

  /** Where the person signs in. */
  async authorizationUrl(client: OidcClient, attempt: OidcAttempt, redirectUri: string): Promise<string> {
    try {
      const { server } = await this.#providerOf(client);
      const config = this.#configure(server, client, client.secrets[0]);
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: client.scopes,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    } catch (error) {
      throw toFailure(error);
    }
  }

  /** The claims of the person who comes back to `url`, checked. */
  async exchangeCode(client: OidcClient, attempt: OidcAttempt, url: URL): Promise<IDToken> {
    try {
      const { server, keys } = await this.#providerOf(client);
      const tokens = await this.#grant(server, client, { attempt, url });
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new SignOnFailure('claims');
      await keys.verify(tokens.id_token);
      return claims;
    } catch (error) {
      throw toFailure(error);
    }
  }

  /** With the secret before the current one where the provider does not know that yet (D-SSO-21). */
  async #grant(
    server: ServerMetadata,
    client: OidcClient,
    { attempt, url }: { attempt: OidcAttempt; url: URL },
  ) {
    const grant = (secret: Secret | undefined) =>
      authorizationCodeGrant(this.#configure(server, client, secret), url, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
    const [current, previous] = client.secrets;
    try {
      return await grant(current);
    } catch (error) {
      if (previous === undefined || !isInvalidClient(error)) throw error;
      return grant(previous);
    }
  }

  async #providerOf({ issuer, client_id: clientId }: OidcClient): Promise<Provider> {
    const known = this.#providers.get(issuer);
    const nowMs = this.#deps.clock.monotonicMs();
    if (known && nowMs - known.readAtMs < PROVIDER_MS) return known;
    const options = { [customFetch]: guardedFetch(this.#deps.guard) };
    const server = (await discovery(new URL(issuer), clientId, undefined, None(), options)).serverMetadata();
    const keys = new ProviderKeys(() => this.#readKeys(server), this.#deps.clock);
    const provider = { server, keys, readAtMs: nowMs };
    // The oldest makes room. The next sign-in through its provider reads it again.
    if (this.#providers.size >= MAX_PROVIDERS) this.#providers.delete([...this.#providers.keys()][0] ?? '');
    this.#providers.delete(issuer);
    this.#providers.set(issuer, provider);
    return provider;
  }

  async #readKeys({ jwks_uri: url = '' }: ServerMetadata): Promise<JSONWebKeySet> {
    const fetched = await guardedFetch(this.#deps.guard)(url, {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: undefined,
      redirect: 'manual',
    });
    if (fetched.status !== 200) throw new SignOnFailure('provider_unavailable');
    return (await fetched.json()) as JSONWebKeySet;
  }

  #configure(server: ServerMetadata, { client_id: clientId }: OidcClient, secret: Secret | undefined) {
    const { clock, limits, guard } = this.#deps;
    // Whatever a provider offers, no other signature is accepted.
    const metadata = { ...server, id_token_signing_alg_values_supported: ALGORITHMS };
    const times = {
      [clockSkew]: Math.round(clock.offsetMs() / 1000),
      [clockTolerance]: limits().sso_clock_leeway_s,
    };
    const config = new Configuration(metadata, clientId, times, authenticationOf(server, secret));
    config[customFetch] = guardedFetch(guard);
    return config;
  }
}

function authenticationOf(server: ServerMetadata, secret: Secret | undefined) {
  if (secret === undefined) return None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret.reveal())
    : ClientSecretPost(secret.reveal());
}

function isInvalidClient(error: unknown): boolean {
  // Some providers answer 401 with a challenge in place of a body.
  return (
    error instanceof WWWAuthenticateChallengeError ||
    (error instanceof ResponseBodyError && error.error === 'invalid_client')
  );
}
