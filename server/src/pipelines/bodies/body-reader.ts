import type { LimitValues } from '@svc/contract';
import { jsonBounds, readJson, type BodyParser, type Exchange, type ParsedBodies } from '#exchange';
import { BODY_PARSERS } from './body-parsers.ts';
import { ParseThread } from './parse-thread.ts';

/**
 * Bodies of at least this size are parsed on another thread. Smaller ones take a few milliseconds
 * (docs/performance-experiments.md), less than the detour through a thread would take.
 */
const LARGE_BYTES = 102_400;

/** Parses the bodies of all operations, each with its operation's parser. */
export class BodyReader {
  readonly #limits: () => LimitValues;
  readonly #thread = new ParseThread();

  constructor(limits: () => LimitValues) {
    this.#limits = limits;
  }

  /**
   * Steps 8 to 10 (D-01), as far as they depend on the body alone. Releases the bytes: the parsed form is the
   * only copy, and a stream may run for minutes. Throws the body's refusal, or `temporarily_unavailable` when
   * too many large bodies wait.
   */
  read<Name extends keyof ParsedBodies>(
    exchange: Pick<Exchange, 'bytes' | 'party'>,
    parser: BodyParser<Name>,
  ): ParsedBodies[Name] | Promise<ParsedBodies[Name]> {
    const { bytes } = exchange;
    exchange.bytes = undefined;
    const limits = this.#limits();
    const bounds = jsonBounds(limits);
    const { parse, join, read, withSources, largeBytes = LARGE_BYTES } = BODY_PARSERS[parser.name];
    if (!bytes || bytes.length < largeBytes) {
      const body = read ? read(bytes) : readJson(bytes, bounds, { withSources });
      // Safe: the endpoint gave the settings together with the name.
      return parse(body, parser.settings as never);
    }
    const waiting = {
      partyBytes: limits.waiting_body_bytes_per_organization,
      bytes: limits.waiting_body_bytes,
    };
    const job = { bytes: bytes.length < LARGE_BYTES ? Uint8Array.from(bytes) : bytes, bounds, parser };
    return this.#thread.parse(exchange.party, job, waiting).then(join);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
