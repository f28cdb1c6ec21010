import { API_FORMATS } from '../../../api/api-formats.ts';
import type { ProgramCall } from './program-call.ts';

/** For a shell; the key is read from SVC_KEY. */
export function curlCode({ format, origin, body, beta }: ProgramCall): string {
  const headers =
    format === 'anthropic'
      ? [`-H "x-api-key: $SVC_KEY"`, `-H 'anthropic-version: 2023-06-01'`]
      : [`-H "Authorization: Bearer $SVC_KEY"`];
  const text = JSON.stringify(body, undefined, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl -N ${origin}${API_FORMATS[format].path}`,
    ...headers,
    `-H 'Content-Type: application/json'`,
    ...(beta === undefined ? [] : [`-H 'svc-beta: ${beta}'`]),
    `-d '${text}'`,
  ].join(' \\\n  ');
}
