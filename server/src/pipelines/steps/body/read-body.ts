import { IncomingBody, type BodyShare, type HttpExchange, type Step } from '#exchange';
import type { BodyBudget } from './body-budget.ts';

export interface ReadBodyDeps {
  readonly bodies: BodyBudget;
}

/**
 * Step 7 (D-01): reads the body, counting actual bytes whatever was declared (LIMIT-18). A client that waits
 * for `100 Continue` gets it only here, after every earlier refusal (D-13). The listener ends slow bodies.
 */
export function readBody({ bodies }: ReadBodyDeps, limitBytes: () => number): Step<HttpExchange> {
  return (exchange) => {
    if (exchange.expectsContinue) exchange.response.writeContinue();
    const incoming = (exchange.incoming ??= new IncomingBody(exchange.request));
    const share = (): BodyShare => bodies.open(exchange.address, organizationOf(exchange));
    return incoming.read(limitBytes(), share).then((bytes) => {
      exchange.bytes = bytes;
      // It references the request; a stream may run for minutes.
      exchange.incoming = undefined;
    });
  };
}

/** The organization of the caller; unknown without a credential. */
function organizationOf({ credential, person, directory }: Partial<HttpExchange>): string | undefined {
  return credential?.organizationId ?? person?.organizationId ?? directory?.organizationId;
}
