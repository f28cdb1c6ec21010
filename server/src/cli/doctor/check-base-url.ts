import { createOperatorOutbound, isLoopback, OutboundError, type OutboundContent } from '#kit';
import type { Finding } from './finding.ts';

const what = 'base URL';
const TIMEOUT_MS = 5000;
const LIMIT_BYTES = 16_384;

interface PublicAddress {
  readonly baseUrl: string;
  readonly isRunning: boolean;
  /** Of the configuration that was read here. Undefined: it could not be. */
  readonly digest: string | undefined;
}

/** Whether the public address is one for sign-ins, and leads to this service. Redirect URIs, links in mail and cookies depend on it. */
export async function checkBaseUrl(address: PublicAddress): Promise<Finding> {
  const { protocol, hostname } = new URL(address.baseUrl);
  const isLocal = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
  if (isLocal && !address.isRunning)
    return {
      state: 'off',
      what,
      detail: `${address.baseUrl} is for this machine only. ${SET} before others sign in.`,
    };
  if (isLocal || protocol === 'https:') return reachService(address);
  const detail = `${address.baseUrl} is not https: cookies and codes of sign-ins are sent in the clear, and providers refuse redirect URIs under it. ${SET}.`;
  return { state: 'warn', what, detail };
}

const SET = 'Set SVC_BASE_URL to the https address that people open';

async function reachService({ baseUrl, digest }: PublicAddress): Promise<Finding> {
  const warn = (detail: string): Finding => ({ state: 'warn', what, detail });
  try {
    const reply = await readReadiness(baseUrl);
    const { status, headers } = reply;
    if (status >= 300 && status < 400)
      return warn(`${baseUrl} redirects to ${String(headers['location'])}. ${SET}, and where it ends up.`);
    const configuration = configurationOf(reply);
    if (configuration === undefined)
      return warn(`something else than this service answers at ${baseUrl} (status ${status}). ${SET}.`);
    if (digest !== undefined && configuration !== digest)
      return warn(`a service with another configuration answers at ${baseUrl}: run svc reload on each node.`);
    return {
      state: 'ok',
      what,
      detail: `${baseUrl} leads to the service; redirect URIs begin with ${baseUrl}/sso/`,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return warn(
      `${baseUrl} cannot be reached from this machine (${error.step}). Check DNS, proxy and certificate, unless it is reachable from outside only.`,
    );
  }
}

function readReadiness(baseUrl: string): Promise<OutboundContent> {
  return createOperatorOutbound().read({
    url: `${baseUrl}/readyz`,
    redirects: 0,
    timeoutMs: TIMEOUT_MS,
    firstByteMs: TIMEOUT_MS,
    limitBytes: LIMIT_BYTES,
  });
}

function configurationOf({ bytes }: OutboundContent): string | undefined {
  try {
    const { configuration } = JSON.parse(bytes.toString()) as { readonly configuration?: unknown };
    return typeof configuration === 'string' ? configuration : undefined;
  } catch {
    return undefined;
  }
}
