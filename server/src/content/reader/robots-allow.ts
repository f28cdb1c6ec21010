import parser from 'robots-parser';
import type { ReadRequest } from './reader-protocol.ts';

/** Its declarations give the function as a default export; it is the module itself. */
const parse = parser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

/** Whether rules for robots let an agent read a URL of the same origin, in the reading process (RFC 9309). */
export function robotsAllow({ bytes, url, agent }: Extract<ReadRequest, { shape: 'robots' }>): boolean {
  const text = new TextDecoder().decode(bytes);
  return parse(new URL('/robots.txt', url).href, text).isAllowed(url, agent) !== false;
}
