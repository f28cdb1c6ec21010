import { OAuthError } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';

/** The sign-in endpoints accept an uncompressed form (RFC 6749 §4.1.3 and related). */
export const requireForm: Step<HttpExchange> = ({ request }) => {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
  const coding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (type === 'application/x-www-form-urlencoded' && coding === 'identity') return;
  throw new OAuthError(
    'invalid_request',
    'Send the parameters as application/x-www-form-urlencoded, uncompressed.',
  );
};
