import { assertError, type ExpectedError } from '../../http/assert-error.ts';
import { CHAT } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';

const TOO_LARGE: ExpectedError = { status: 413, code: 'payload_too_large', extra: { max_bytes: 2_000_000 } };
const PART = 'x'.repeat(100_000);

/** Far more than the buffers between two sockets hold, so that the client is still sending when the refusal is written. */
const PARTS = Array<string>(200).fill(PART);

async function assertReceived(
  deployment: Deployment,
  as: string,
  declared: boolean,
  expected: ExpectedError,
): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const { headers } = deployment.jsonCall('', { as });
    const length = { 'content-length': String(PART.length * PARTS.length) };
    assertError(
      await deployment.send(CHAT, {
        method: 'POST',
        headers: declared ? { ...headers, ...length } : headers,
        body: PARTS,
      }),
      expected,
    );
  }
}

// Closing a connection with unread bytes in it makes the other side lose the answer (RFC 9112 §9.6).
check('LIMIT-17', 'a client that is sending a large body receives the error response', (deployment) =>
  assertReceived(deployment, 'main', true, TOO_LARGE),
);

check('LIMIT-18', 'a client that is sending a large chunked body receives the error response', (deployment) =>
  assertReceived(deployment, 'main', false, TOO_LARGE),
);

check(
  'AUTH-11',
  'a client that is sending a large body with a revoked key receives the error response',
  (deployment) => assertReceived(deployment, 'revoked', true, { status: 401, code: 'revoked_api_key' }),
);
