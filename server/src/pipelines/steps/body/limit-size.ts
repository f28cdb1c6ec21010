import { tooLarge, type HttpExchange, type Step } from '#exchange';

/** Step 5 (D-01): a body that declares too much is refused before a byte of it is read (LIMIT-17). */
export function limitDeclaredSize(limitBytes: () => number): Step<HttpExchange> {
  return ({ request }) => {
    const declared = request.headers['content-length'];
    if (declared !== undefined && Number(declared) > limitBytes()) throw tooLarge(limitBytes());
  };
}
