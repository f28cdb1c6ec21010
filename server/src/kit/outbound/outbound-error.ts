/**
 * Why nothing came back. `url`: the text alone is refused, whatever it points to. `unreachable`: no such host, an
 * address nobody may reach, a refused connection, a certificate of another name, a broken answer: deliberately one
 * reason, because telling them apart would let a caller map the network this service stands in.
 */
export type OutboundFailure = 'url' | 'unreachable' | 'redirects' | 'too_large' | 'timeout' | 'aborted';

/** What happened: names the step and never an address, a host or a text of the other side. For the log, and for delivery logs of webhooks. */
export type OutboundStep =
  | 'malformed'
  | 'scheme'
  | 'user_info'
  | 'dns'
  | 'address'
  | 'connect'
  | 'tls'
  | 'response'
  | 'coding'
  | 'redirect'
  | 'size'
  | 'time'
  | 'caller';

/** A request that was refused or failed. Only `failure` is shown to whoever gave the URL, save where the contract names the step (D-HOOK-1). */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;
  readonly step: OutboundStep;

  constructor(failure: OutboundFailure, step: OutboundStep) {
    super(`outbound request failed: ${failure} (${step})`);
    this.name = 'OutboundError';
    this.failure = failure;
    this.step = step;
  }
}
