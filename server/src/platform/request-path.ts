import type { DeploymentConfig, Limits } from '#config';
import { KeepAlive } from '#exchange';
import { KEEP_ALIVE_COMMENT } from '#features/chat';
import { PING } from '#features/messages';
import { OutboundGuard, type Closing } from '#kit';
import { BodyBudget, BodyReader } from '#pipelines';
import { FormatChecker } from '#reply';

interface RequestPathParts {
  readonly deployment: () => DeploymentConfig;
  readonly limits: () => Limits;
  readonly closing: Closing;
}

export function openBodies({ deployment, limits, closing }: RequestPathParts) {
  return {
    bodyReader: closing(new BodyReader(limits)),
    bodies: new BodyBudget(limits),
    formatChecker: new FormatChecker(),
    /** Addresses of its own network that an operator opened are those at start. */
    guard: new OutboundGuard(deployment().network.allow_private_targets),
  };
}

/** As live chat and as messages bridge silence. */
export function openKeepAlives({ limits, closing }: Omit<RequestPathParts, 'deployment'>) {
  const open = (word: string): KeepAlive => closing(new KeepAlive(limits().keep_alive_s * 1000, word));
  return { keepAlive: open(KEEP_ALIVE_COMMENT), pings: open(PING) };
}
