import { OutboundGuard } from './outbound-guard.ts';
import { resolveBySystem } from './resolve-host.ts';

const EVERYWHERE = ['0.0.0.0/0', '::/0'];

/**
 * For addresses the operator wrote into the configuration: private ones are the usual case, and plain HTTP is theirs to
 * choose. What is left of the guard are its bounds in time and size. Never give it a URL that came with a request.
 */
export function createOperatorOutbound(): OutboundGuard {
  return new OutboundGuard(EVERYWHERE, resolveBySystem);
}
