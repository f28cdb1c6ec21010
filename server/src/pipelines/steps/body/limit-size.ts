import { tooLarge, type HttpExchange, type Step } from '#exchange';

/** Step 5 (D-01): refuses a body whose declared size is too large, before reading any of it (LIMIT-17). */
export function limitDeclaredSize(limitBytes: () => number): Step<HttpExchange> {
  return ({ request }) => {
    const declared = request.headers['content-length'];
    if (declared !== undefined && Number(declared) > limitBytes()) throw tooLarge(limitBytes());
  };
}
