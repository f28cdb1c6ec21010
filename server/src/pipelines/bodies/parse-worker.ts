import type { MessagePort } from 'node:worker_threads';
import {
  readJson,
  toRefusal,
  type BodyParser,
  type JsonBounds,
  type ParsedBodies,
  type Refusal,
} from '#exchange';
import { serveCalls } from '#threads';
import { BODY_PARSERS } from './body-parsers.ts';
import { buffersIn, slicesOf } from './body-slices.ts';
import { inflateBody } from './inflate-body.ts';

/** A body to parse. Its bytes and the port for its slices are transferred with it. */
export interface ParseJob {
  readonly bytes: Uint8Array;
  readonly slices: MessagePort;
  readonly bounds: JsonBounds;
  readonly parser: BodyParser;
  /** The bytes are compressed, and may become as many as this. Absent: they are plain. */
  readonly inflateTo?: number | undefined;
}

/** All slices were posted, or the body was refused, or parsing failed. */
export type ParseResult = 'parsed' | Refusal | { readonly failure: string };

function parse<Name extends keyof ParsedBodies>(
  { bytes: sent, slices, bounds, inflateTo }: ParseJob,
  { name, settings }: BodyParser<Name>,
): void {
  const { parse: make, read, withSources, divide, charactersOf } = BODY_PARSERS[name];
  const bytes = inflateTo === undefined ? sent : inflateBody(sent, inflateTo);
  const body = read ? read(bytes) : readJson(bytes, bounds, { withSources });
  // Safe: the endpoint gave the settings together with the name.
  const parsed = make(body, settings as never);
  for (const slice of slicesOf(divide(parsed), charactersOf)) slices.postMessage(slice, buffersIn(slice));
}

function resultOf(job: ParseJob): ParseResult {
  try {
    parse(job, job.parser);
    return 'parsed';
  } catch (error) {
    try {
      return toRefusal(error);
    } catch {
      return { failure: error instanceof Error ? error.name : 'unknown' };
    }
  }
}

serveCalls(resultOf);
