import { ServerResponse, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headerLines } from './header-lines.ts';

/** The lines that Node writes for these headers, or undefined where it refuses them. */
function linesOfNode(headers: string[]): string | undefined {
  const request = { method: 'POST', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} };
  const response = new ServerResponse(request as IncomingMessage);
  response.sendDate = false;
  try {
    response.writeHead(200, headers);
  } catch {
    return undefined;
  }
  const { _header: head } = response as unknown as { readonly _header: string };
  return head.slice('HTTP/1.1 200 OK\r\n'.length);
}

const NAMES = ['content-type', 'x-request-id', 'X-Odd!#$%&', 'retry-after', 'bad name', '', 'ümlaut', 'a:b'];
const value = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '\t', '~', '\r', '\n', '\u007f', 'é', '\0'), maxLength: 6 }),
);
const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 6 });

it('writes headers as Node does, and none that it refuses', () => {
  fc.assert(
    fc.property(pairs, (list) => {
      const headers = ['content-length', '0', ...list.flat()];
      const lines = headerLines(headers);
      if (lines === undefined) return;
      // Node adds that the connection stays open.
      const kept = `${lines}Connection: keep-alive\r\n`;
      expect(linesOfNode(headers)?.slice(0, kept.length)).toBe(kept);
    }),
  );
});

it('leaves to Node what Node decides about, however it is spelled', () => {
  for (const name of ['Connection', 'transfer-encoding', 'DATE', 'Keep-Alive', 'trailer', 'expect'])
    expect(headerLines(['content-type', 'text/plain', name, 'x'])).toBeUndefined();
  expect(headerLines(['content-type', 'text/plain'])).toBe('content-type: text/plain\r\n');
  expect(headerLines(['x-name', 'a\r\nset-cookie: b'])).toBeUndefined();
});
