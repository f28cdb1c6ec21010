import { PATHS } from './door-paths.ts';
import type { ProgramCall } from './door.ts';

/** For a shell; the key is read from SVC_KEY. */
export function curlCode({ door, origin, body, beta }: ProgramCall): string {
  const headers =
    door === 'anthropic'
      ? [`-H "x-api-key: $SVC_KEY"`, `-H 'anthropic-version: 2023-06-01'`]
      : [`-H "Authorization: Bearer $SVC_KEY"`];
  const text = JSON.stringify(body, undefined, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl -N ${origin}${PATHS[door]}`,
    ...headers,
    `-H 'Content-Type: application/json'`,
    ...(beta === undefined ? [] : [`-H 'svc-beta: ${beta}'`]),
    `-d '${text}'`,
  ].join(' \\\n  ');
}
