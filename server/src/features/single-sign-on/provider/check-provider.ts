import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { OutboundError, type Clock, type OutboundGuard, type OutboundStep } from '#kit';
import { guardedFetch } from './guarded-fetch.ts';
import { ALGORITHMS } from './provider-keys.ts';

/** Why a sign-in through a provider cannot work, in words for people who run the deployment. */
export class ProviderProblem extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ProviderProblem';
  }
}

export interface CheckedProvider {
  /** By which the clock of the provider is ahead, to the second. Undefined: it does not say what time it is. */
  readonly aheadMs: number | undefined;
}

/** What OpenID Connect Discovery and RFC 7517 ask for, as far as it is looked at here. */
interface Metadata {
  readonly issuer?: unknown;
  readonly jwks_uri?: unknown;
}

const CAUSES: Partial<Record<OutboundStep, string>> = {
  dns: 'its name is not known to DNS. Check the address and the name servers of this machine',
  address: 'its address is private. Add it to network.allow_private_targets if it may be reached',
  connect: 'no connection. Open outgoing HTTPS to it; proxies are not used',
  tls: 'its certificate is not trusted. Name the authority that signed it in NODE_EXTRA_CA_CERTS',
  time: 'it does not answer within 10 seconds. Open outgoing HTTPS to it; proxies are not used',
  scheme: 'it is not an https address',
};

/** Asks a provider for its metadata and keys, as a sign-in does. Throws ProviderProblem. */
export async function checkProvider(
  { guard, clock }: { readonly guard: Pick<OutboundGuard, 'read'>; readonly clock: Pick<Clock, 'nowMs'> },
  issuer: string,
): Promise<CheckedProvider> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const startMs = clock.nowMs();
  const { body, dateMs } = await readJson(guard, address, 'the metadata');
  const { issuer: own, jwks_uri: keysUrl } = body as Metadata;
  if (own !== issuer)
    throw new ProviderProblem(
      `the metadata has another issuer, ${JSON.stringify(own)}. Write the issuer exactly like that`,
    );
  if (typeof keysUrl !== 'string') throw new ProviderProblem('the metadata has no jwks_uri');
  const aheadMs = dateMs === undefined ? undefined : dateMs - (startMs + clock.nowMs()) / 2;
  requireKeys((await readJson(guard, keysUrl, 'the keys')).body);
  return { aheadMs };
}

async function readJson(guard: Pick<OutboundGuard, 'read'>, url: string, what: string) {
  const { status, headers, text } = await read(guard, url, what);
  if (status !== 200) throw new ProviderProblem(`${what} at ${url} are answered with status ${status}`);
  // HTTP dates have no fractions: half a second is the best guess.
  const dateMs = Date.parse(headers.get('date') ?? '') + 500;
  return { body: parseObject(text, what, url), dateMs: Number.isNaN(dateMs) ? undefined : dateMs };
}

async function read(guard: Pick<OutboundGuard, 'read'>, url: string, what: string) {
  const request = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
  try {
    const response = await guardedFetch(guard)(url, request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const cause = CAUSES[error.step] ?? `the response is not usable (${error.step})`;
    throw new ProviderProblem(`${what} at ${url} cannot be read: ${cause}`);
  }
}

function parseObject(text: string, what: string, url: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Not JSON: a page of a proxy, say.
  }
  throw new ProviderProblem(`${what} at ${url} are not a JSON object`);
}

function requireKeys(body: object): void {
  const { keys } = body as Partial<JSONWebKeySet>;
  try {
    createLocalJWKSet(body as JSONWebKeySet);
  } catch {
    throw new ProviderProblem('the keys are not a JSON Web Key Set');
  }
  const isUsable = ({ kty, alg, use }: JSONWebKeySet['keys'][number]) =>
    ['RSA', 'EC'].includes(kty ?? '') && use !== 'enc' && (alg === undefined || ALGORITHMS.includes(alg));
  if (!keys?.some(isUsable)) throw new ProviderProblem(`none of the keys is for ${ALGORITHMS.join(', ')}`);
}
