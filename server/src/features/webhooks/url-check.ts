import { ApiError } from '@svc/contract';
import { OutboundError, type OutboundGuard } from '#kit';

export interface UrlRules {
  readonly guard: Pick<OutboundGuard, 'verifyTarget'>;
  readonly allowsHttp: () => boolean;
}

/** Names of private networks: accepted only if the operator opened the network (D-HOOK-11). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal)\.?$/i;

/**
 * Throws 400 `invalid_url` for a URL that deliveries may not be sent to. Resolves the host name. Each attempt checks again (D-HOOK-11).
 */
export async function requireDeliverableUrl({ guard, allowsHttp }: UrlRules, text: string): Promise<void> {
  const url = URL.parse(text);
  const scheme = allowsHttp() ? /^https?:\/\//i : /^https:\/\//i;
  if (!url || !scheme.test(text)) throw refused();
  try {
    const scope = await guard.verifyTarget(text, { allowsHttp: allowsHttp() });
    if (PRIVATE_NAMES.test(url.hostname) && scope !== 'private') throw refused();
  } catch (error) {
    if (error instanceof OutboundError) throw refused();
    throw error;
  }
}

function refused(): ApiError {
  return new ApiError('invalid_url', { param: 'url' });
}
