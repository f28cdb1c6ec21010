import { IncomingBody, type HttpExchange, type Step } from '#exchange';
import type { BodyBudget } from './body-budget.ts';

export interface ReadBodyDeps {
  readonly bodies: BodyBudget;
}

/**
 * Step 7 (D-01): the body's bytes, counted as they come whatever was declared (LIMIT-18). A client that waits for
 * `100 Continue` gets it only here, after every earlier refusal (D-13). Slow bodies are ended by the listener.
 */
export function readBody({ bodies }: ReadBodyDeps, limitBytes: () => number): Step<HttpExchange> {
  return async (exchange) => {
    if (exchange.expectsContinue) exchange.response.writeContinue();
    const incoming = (exchange.incoming ??= new IncomingBody(exchange.request));
    exchange.bytes = await incoming.read(limitBytes(), () =>
      bodies.open(exchange.address, organizationOf(exchange)),
    );
    // It holds the request; a stream may run for minutes.
    exchange.incoming = undefined;
  };
}

/** Whom it came for; unknown without a credential. */
function organizationOf({ credential, person }: Partial<HttpExchange>): string | undefined {
  return credential?.organizationId ?? person?.organizationId ?? undefined;
}
