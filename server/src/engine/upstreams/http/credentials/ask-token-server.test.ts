import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineFault } from '../../../events.ts';
import { askTokenServer } from './ask-token-server.ts';

const MAX_RESPONSE_BYTES = 262_144;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(respond: RequestListener): Promise<string> {
  server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The fault with which the request is rejected, if it is. */
async function faultOf(url: string): Promise<Pick<EngineFault, 'kind' | 'status' | 'refusal'> | undefined> {
  const outcome: unknown = await askTokenServer(url, {}).catch((error: unknown) => error);
  if (!(outcome instanceof EngineFault)) return undefined;
  const { kind, status, refusal } = outcome;
  return { kind, status, refusal };
}

const UNREACHABLE = { kind: 'unreachable', status: undefined, refusal: undefined };
const REFUSED = { kind: 'status', status: 401, refusal: { reason: 'credential' } };

describe('a token server (D-ENG-4)', () => {
  it('is sent the request as it is, and its text is returned', async () => {
    const url = await serve(({ method, headers, url: path }, response) => {
      response.end(JSON.stringify([method, headers['metadata'], path]));
    });
    const text = await askTokenServer(`${url}/token?a=b`, { headers: { metadata: 'true' } });
    expect(JSON.parse(text)).toEqual(['GET', 'true', '/token?a=b']);
    const body = await serve((request, response) => void request.pipe(response));
    expect(await askTokenServer(body, { method: 'POST', body: 'scope=all' })).toBe('scope=all');
  });

  it.each([
    [201, REFUSED],
    [302, REFUSED],
    [400, REFUSED],
    [401, REFUSED],
    [404, REFUSED],
    [409, REFUSED],
    [428, REFUSED],
    [429, UNREACHABLE],
    [499, REFUSED],
    [500, UNREACHABLE],
    [503, UNREACHABLE],
  ])('that responds with %i is a mistake of the operator or away', async (status, fault) => {
    const url = await serve(({ url: path }, response) => {
      // What a redirect leads to would be accepted.
      response.writeHead(path === '/' ? status : 200, { location: '/other' }).end('{}');
    });
    expect(await faultOf(url)).toEqual(fault);
  });

  it('that cannot be reached is away', async () => {
    const url = await serve(() => {});
    server!.close();
    expect(await faultOf(url)).toEqual(UNREACHABLE);
  });

  it('is read up to a limit, and a longer response is empty', async () => {
    const chunks: Buffer[] = [Buffer.alloc(MAX_RESPONSE_BYTES - 1, 'a'), Buffer.from('b')];
    const url = await serve((_, response) => {
      for (const chunk of chunks) response.write(chunk);
      response.end();
    });
    expect(await askTokenServer(url, {})).toHaveLength(MAX_RESPONSE_BYTES);
    chunks.push(Buffer.from('c'));
    expect(await askTokenServer(url, {})).toBe('');
  });
});
