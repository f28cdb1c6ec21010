import { ProtocolError, SdkError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client';
import type { ApiError } from '@svc/contract';
import { untilAborted } from '#kit';
import type { ToolOutcome } from '#reply';
import { cutText, EndsReply, failure, sentenceFor } from '../tool-outcome.ts';
import { listTools, type ListOptions } from './list-tools.ts';
import { McpLink, type McpTarget, type SendOptions } from './mcp-link.ts';
import { resultText } from './result-text.ts';

const MESSAGE_CHARACTERS_LIMIT = 1000;
/** Beyond the time of a way that ends calls itself. */
export const SLACK_MS = 5000;

/** What one reply has with one MCP server: one session, and another one in its place where the server forgets it. */
export class McpConnection {
  readonly #target: McpTarget;
  readonly #timeoutMs: number;
  /** What the way itself said last: of a reply that breaks off the library only tells that it did. */
  #wayError: ApiError | undefined;
  readonly #leaving = new AbortController();
  readonly #ending = new AbortController();
  #link: McpLink;
  #renewing: Promise<McpLink> | undefined;
  readonly #links: McpLink[] = [];
  readonly #lost = new Set<McpLink>();

  constructor(target: McpTarget) {
    const { dialer, settings } = target;
    this.#target = target;
    // The way ends a call in its own words, which must come first.
    this.#timeoutMs =
      dialer.timeoutMs === undefined ? settings.call_timeout_s * 1000 : dialer.timeoutMs + SLACK_MS;
    this.#link = this.#newLink();
  }

  /** Greets the server and lists its tools. Throws what the network, the library or `listTools` throws. */
  async open(options: ListOptions & SendOptions): Promise<Tool[]> {
    const { signal } = options;
    try {
      return await untilAborted(this.#greetAndList(options), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#wayError ?? error;
    }
  }

  /**
   * What a tool answers, or why there is no answer. Rejects with the signal's reason, and with `EndsReply` where the way
   * failed with an error for the caller (D-TUN-16).
   */
  async call(tool: Tool, args: Readonly<Record<string, unknown>>, caller: AbortSignal): Promise<ToolOutcome> {
    const signal = AbortSignal.any([caller, this.#leaving.signal]);
    try {
      const result = await this.#callOnce(tool, args, signal);
      const text = cutText(resultText(result), this.#target.settings.max_characters);
      return result.isError === true ? failure(text) : { text };
    } catch (error) {
      caller.throwIfAborted();
      if (this.#wayError) throw new EndsReply(this.#wayError);
      return failure(whyItFailed(error));
    }
  }

  /** Gives up what runs, of which servers are notified, and says goodbye to one that keeps a session; waits for none of it. */
  close(): void {
    if (this.#leaving.signal.aborted) return;
    const reason = new Error('the session is over');
    this.#leaving.abort(reason);
    this.#ending.abort(reason);
    for (const link of this.#links) {
      if (this.#lost.has(link)) link.drop();
      else link.end();
    }
  }

  async #greetAndList(options: ListOptions & SendOptions): Promise<Tool[]> {
    const link = this.#link;
    try {
      await link.connect(options);
      return await listTools(link, options);
    } catch (error) {
      if (!link.hasLost(error)) throw error;
      return await listTools(await this.#renew(link, options), options);
    }
  }

  /** Once more in a new session where the server has forgotten the old one, all within the time of one call. */
  async #callOnce(tool: Tool, args: Readonly<Record<string, unknown>>, signal: AbortSignal) {
    const link = this.#link;
    const endsAtMs = performance.now() + this.#timeoutMs;
    const options = (): SendOptions => ({ signal, timeoutMs: Math.max(1, endsAtMs - performance.now()) });
    try {
      return await link.call(tool, args, options());
    } catch (error) {
      if (!link.hasLost(error)) throw error;
      const renewed = await untilAborted(this.#renew(link, options()), signal);
      return await renewed.call(tool, args, options());
    }
  }

  /** Calls that find the same session gone share the new one. */
  async #renew(lost: McpLink, { timeoutMs }: SendOptions): Promise<McpLink> {
    this.#lost.add(lost);
    if (this.#link !== lost) return this.#link;
    this.#renewing ??= this.#replace(timeoutMs).finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #replace(timeoutMs: number): Promise<McpLink> {
    const link = this.#newLink();
    await link.connect({ signal: this.#leaving.signal, timeoutMs });
    this.#link = link;
    return link;
  }

  #newLink(): McpLink {
    const link = new McpLink(this.#target, {
      timeoutMs: this.#target.dialer.timeoutMs ?? this.#timeoutMs,
      ending: this.#ending.signal,
      failed: (error) => (this.#wayError = error),
      isFirst: this.#links.length === 0,
    });
    this.#links.push(link);
    return link;
  }
}

/** For the model. A server's own words about a call are passed on, as its results are. */
function whyItFailed(error: unknown): string {
  if (error instanceof ProtocolError)
    return cutText(`The tool failed: ${error.message}`, MESSAGE_CHARACTERS_LIMIT);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return 'The tool did not answer in time.';
  return sentenceFor(error) ?? 'The server of the tool did not answer as it should.';
}
