import { ApiError } from '@svc/contract';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes of a body as JSON, within the bounds of D-08, or its refusal. Takes time in proportion to the body. */
export function readJson(bytes: Uint8Array | undefined, depthLimit: number): unknown {
  if (!bytes) throw new ApiError('invalid_json', { message: 'The body is empty; send a JSON object.' });
  let text: string;
  let body: unknown;
  try {
    text = utf8.decode(bytes);
    body = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', { cause });
  }
  // A surrogate can only be alone when it was written as an escape: bytes that decode as UTF-8 hold none.
  inspect(body, depthLimit, text.includes('\\u'));
  return body;
}

function inspect(value: unknown, depthLeft: number, escapes: boolean): void {
  if (typeof value === 'string') {
    if (escapes && !value.isWellFormed())
      throw new ApiError('invalid_request', { message: 'A string in the body holds half of a surrogate pair.' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depthLeft === 0) throw new ApiError('invalid_json', { message: 'The body is nested too deeply.' });
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depthLeft - 1, escapes);
    return;
  }
  for (const key in value) {
    if (escapes) inspect(key, depthLeft, true);
    inspect((value as Record<string, unknown>)[key], depthLeft - 1, escapes);
  }
}
