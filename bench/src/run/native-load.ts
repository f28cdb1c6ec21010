import type { LoadJob } from '../load/job.ts';
import { Requests } from '../load/requests.ts';
import { buildNative } from '../native/build-native.ts';

/** The load generator in C, with its input, for jobs of whole answers where there is a compiler; else undefined. */
export function nativeLoad({
  target,
  shape,
}: LoadJob):
  | { readonly command: string; readonly args: readonly string[]; readonly input: Buffer }
  | undefined {
  if (shape.kind !== 'closed-loop' && shape.kind !== 'constant-rate') return undefined;
  const command = buildNative('load');
  if (command === undefined) return undefined;
  const { connections, warmupMs, durationMs } = shape;
  const ratePerSecond = shape.kind === 'constant-rate' ? shape.ratePerSecond : 0;
  const requests = new Requests(target).all.flatMap((request) => [
    Buffer.from(`${request.length}\n`),
    request,
  ]);
  return {
    command,
    args: [target.port, connections, warmupMs, durationMs, ratePerSecond].map(String),
    input: Buffer.concat(requests),
  };
}
