import type { LimitValues } from '@svc/contract';
import { jsonBounds, readJson, type BodyParser, type Exchange, type ParsedBodies } from '#exchange';
import { BODY_PARSERS } from './body-parsers.ts';
import { ParseThread } from './parse-thread.ts';

/**
 * Bodies from here on are parsed elsewhere. Whatever fits into fewer bytes is parsed in a few milliseconds (docs/performance.md), and a
 * thread would make its caller wait longer than that.
 */
const LARGE_BYTES = 102_400;

/** Reads the bodies of all operations: bytes in, what the operation's parser makes of them out. */
export class BodyReader {
  readonly #limits: () => LimitValues;
  readonly #thread = new ParseThread();

  constructor(limits: () => LimitValues) {
    this.#limits = limits;
  }

  /**
   * Steps 8 to 10 (D-01) as far as the body alone decides them. The bytes are let go: what was parsed is the only copy, and a stream may
   * run for minutes. Refuses with the body's refusal, and with `temporarily_unavailable` where too many large ones are waiting.
   */
  read<Name extends keyof ParsedBodies>(
    exchange: Pick<Exchange, 'bytes' | 'party'>,
    parser: BodyParser<Name>,
  ): ParsedBodies[Name] | Promise<ParsedBodies[Name]> {
    const { bytes } = exchange;
    exchange.bytes = undefined;
    const limits = this.#limits();
    const bounds = jsonBounds(limits);
    const { parse, join } = BODY_PARSERS[parser.name];
    // The settings are those the endpoint gave with the name.
    if (!bytes || bytes.length < LARGE_BYTES) return parse(readJson(bytes, bounds), parser.settings as never);
    const waiting = {
      partyBytes: limits.waiting_body_bytes_per_organization,
      bytes: limits.waiting_body_bytes,
    };
    return this.#thread.parse(exchange.party, { bytes, bounds, parser }, waiting).then(join);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
