import { request } from 'undici';
import { ByteCollector } from '#kit';
import { EngineFault } from '../../../events.ts';

const MAX_RESPONSE_BYTES = 262_144;
const MAX_RESPONSE_MS = 10_000;

/** What a token server is sent. */
export interface TokenRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Asks a server that hands out tokens or keys; the operator named its address, or it is the vendor's. Redirects are not followed.
 * Rejects with an `EngineFault`: one that refuses is an operator's mistake, one that is away is an engine that is (D-ENG-4).
 */
export async function askTokenServer(
  url: string,
  { method = 'GET', headers = {}, body }: TokenRequest,
): Promise<string> {
  const signal = AbortSignal.timeout(MAX_RESPONSE_MS);
  let status: number;
  let text: string | undefined;
  try {
    const response = await request(url, { method, headers, body: body ?? null, signal });
    status = response.statusCode;
    const collector = new ByteCollector(MAX_RESPONSE_BYTES);
    for await (const chunk of response.body as AsyncIterable<Buffer>) if (!collector.add(chunk)) break;
    text = collector.take().toString();
  } catch {
    // The error's text may name hosts.
    throw new EngineFault('unreachable');
  }
  if (status >= 500 || status === 429) throw new EngineFault('unreachable');
  if (status !== 200) throw new EngineFault('status', { status: 401, refusal: { reason: 'credential' } });
  return text;
}
