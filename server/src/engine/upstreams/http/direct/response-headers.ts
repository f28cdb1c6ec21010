import type { ResponseHeaders } from './response-handler.ts';

/**
 * How long a connection is kept when the engine does not say. Engines that close it earlier are noticed, and a request that
 * meets the end is sent once more; a way that forgets connections silently does so after minutes.
 */
export const KEPT_MS = 60_000;
const MAX_KEPT_MS = 600_000;
/** The engine counts from when it sent the response, and a request must not meet the end of the connection. */
const MARGIN_MS = 2000;

/** The headers that calls look at, of a flat list of names and values. One that came twice has both values. */
export function responseHeaders(lines: readonly string[]): ResponseHeaders {
  return {
    'content-type': valueOf(lines, 'content-type'),
    'retry-after': valueOf(lines, 'retry-after'),
    'retry-after-ms': valueOf(lines, 'retry-after-ms'),
    'x-amzn-errortype': valueOf(lines, 'x-amzn-errortype'),
  };
}

/** How long the connection may wait for its next call, in milliseconds; 0: it may not. */
export function keepAliveMs(lines: readonly string[]): number {
  const seconds = /timeout=(\d+)/.exec(valueOf(lines, 'keep-alive') ?? '')?.[1];
  if (seconds === undefined) return KEPT_MS;
  return Math.max(0, Math.min(Number(seconds) * 1000 - MARGIN_MS, MAX_KEPT_MS));
}

/** Whether the body comes in chunks, and in nothing around them. */
export function isChunked(lines: readonly string[]): boolean {
  return valueOf(lines, 'transfer-encoding')?.toLowerCase() === 'chunked';
}

function valueOf(lines: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let i = 0; i < lines.length; i += 2) {
    const line = lines[i]!;
    if (line.length !== name.length || (line !== name && line.toLowerCase() !== name)) continue;
    found = found === undefined ? lines[i + 1]! : `${found}, ${lines[i + 1]!}`;
  }
  return found;
}
