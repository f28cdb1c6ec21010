/** Sends a request of a page and tells how many bytes of its body are under way. Everything else is as with fetch. */
export function sendByXhr(
  url: string,
  { method = 'POST', headers, body, credentials, signal }: RequestInit,
  onSent: (sentBytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const fail = (): void =>
      reject(signal?.aborted ? (signal.reason as Error) : new TypeError('Failed to fetch'));
    request.open(method, url);
    request.withCredentials = credentials === 'include';
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) return fail();
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}
