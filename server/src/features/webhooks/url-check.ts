import { ApiError } from '@svc/contract';
import { OutboundError, type OutboundGuard } from '#kit';

export interface UrlRules {
  readonly guard: Pick<OutboundGuard, 'verifyTarget'>;
  readonly allowsHttp: () => boolean;
}

/** Names of private networks: accepted only if the operator opened the network (D-HOOK-11). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal)\.?$/i;

const NOT_HTTPS =
  'The address must begin with https://. Plain http:// is for tests, where the operator has set webhooks.allow_http.';
// One sentence for all of them: which names a private network has is not told.
const NOT_PUBLIC =
  'The address must be of a public host. localhost and private networks are refused, unless the operator lists them in network.allow_private_targets.';

/**
 * Throws 400 `invalid_url` for a URL that deliveries may not be sent to. Resolves the host name. Each attempt checks again (D-HOOK-11).
 */
export async function requireDeliverableUrl({ guard, allowsHttp }: UrlRules, text: string): Promise<void> {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) throw refused();
  if (url.protocol === 'http:' && !allowsHttp()) throw refused(NOT_HTTPS);
  try {
    const scope = await guard.verifyTarget(text, { allowsHttp: allowsHttp() });
    if (PRIVATE_NAMES.test(url.hostname) && scope !== 'private') throw refused(NOT_PUBLIC);
  } catch (error) {
    if (error instanceof OutboundError) throw refused(error.failure === 'url' ? undefined : NOT_PUBLIC);
    throw error;
  }
}

function refused(message?: string): ApiError {
  return new ApiError('invalid_url', { param: 'url', ...(message === undefined ? {} : { message }) });
}
