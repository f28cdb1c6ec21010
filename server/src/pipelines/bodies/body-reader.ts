import type { LimitValues } from '@svc/contract';
import {
  jsonBounds,
  readJson,
  type BodyParser,
  type Exchange,
  type ParsedBodies,
  type RenderedMessage,
} from '#exchange';
import { fillMessages, type FittingPrompt } from '#features/prompt-templates';
import type { QueueLimits } from './body-queue.ts';
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
   * too many large bodies wait. With `inflateTo` the body is compressed: it is decompressed on the thread, into at most so many bytes,
   * which count as waiting before they are there.
   */
  read<Name extends keyof ParsedBodies>(
    exchange: Pick<Exchange, 'bytes' | 'tenant'>,
    parser: BodyParser<Name>,
    { inflateTo }: { readonly inflateTo?: number | undefined } = {},
  ): ParsedBodies[Name] | Promise<ParsedBodies[Name]> {
    const { bytes } = exchange;
    exchange.bytes = undefined;
    const limits = this.#limits();
    const bounds = jsonBounds(limits);
    const { parse, join, read, withSources, largeBytes = LARGE_BYTES } = BODY_PARSERS[parser.name];
    if (!bytes || (bytes.length < largeBytes && inflateTo === undefined)) {
      const body = read ? read(bytes) : readJson(bytes, bounds, { withSources });
      // Safe: the endpoint gave the settings together with the name.
      return parse(body, parser.settings as never);
    }
    const own = bytes.length < LARGE_BYTES ? Uint8Array.from(bytes) : bytes;
    const job = { bytes: own, bounds, parser, inflateTo };
    return this.#thread.parse(exchange.tenant, job, queueLimits(limits), inflateTo).then(join);
  }

  /**
   * Fills in the prompt template of a call: on the thread, in its tenant's turn, if the messages are as large as a body that is parsed
   * there. They count as waiting before they are written. Throws `temporarily_unavailable` as `read` does.
   */
  render(
    tenant: string,
    prompt: FittingPrompt,
  ): readonly RenderedMessage[] | Promise<readonly RenderedMessage[]> {
    const { version, variables, bytes } = prompt;
    if (bytes < LARGE_BYTES) return fillMessages(version.messages, variables);
    const limits = this.#limits();
    const settings = { source: version.source, variables };
    const job = {
      bytes: new Uint8Array(),
      bounds: jsonBounds(limits),
      parser: { name: 'rendered_prompt', settings },
    } as const;
    return this.#thread
      .parse(tenant, job, queueLimits(limits), bytes)
      .then(BODY_PARSERS.rendered_prompt.join);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** How much may wait on the way of large bodies. */
export function queueLimits(limits: LimitValues): QueueLimits {
  return { tenantBytes: limits.waiting_body_bytes_per_organization, bytes: limits.waiting_body_bytes };
}
