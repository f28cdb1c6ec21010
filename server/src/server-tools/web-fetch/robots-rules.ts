import { ByteCollector, OutboundError, RecentMap, type Clock, type OutboundGuard } from '#kit';
import type { DocumentReader, Requester } from '#content';

/** Readers must take so much of a robots.txt (RFC 9309 §2.5); what follows is left out. */
const READ_BYTES = 512_000;
const TIMEOUT_MS = 5000;
const REDIRECTS = 5;
const KEPT_ORIGINS = 512;
/** Larger ones are asked for every time, so that what is kept is bounded by a few megabytes. */
const KEPT_BYTES = 32_768;
const KEPT_MS = 3_600_000;

export interface RobotsParts {
  readonly guard: OutboundGuard;
  readonly reader: DocumentReader;
  readonly clock: Clock;
}

/**
 * What sites say robots may read (RFC 9309). Rules are fetched through the guard and judged in the reading process, since
 * a file of a few kilobytes can keep a matcher busy for minutes; each origin's are kept for an hour.
 */
export class RobotsRules {
  readonly #parts: RobotsParts;
  readonly #kept = new RecentMap<string, { readonly rules: Buffer; readonly untilMs: number }>(KEPT_ORIGINS);

  constructor(parts: RobotsParts) {
    this.#parts = parts;
  }

  /**
   * Whether `agent`, a whole User-Agent, may read the URL. A site without rules allows everything. Throws OutboundError
   * where the site cannot be asked, which counts as a refusal there.
   */
  async allow(url: URL, agent: string, requester: Requester): Promise<boolean> {
    const rules = await this.#rulesOf(url.origin, agent, requester.signal);
    return rules.length === 0 || this.#parts.reader.allowsRobot(rules, { url: url.href, agent }, requester);
  }

  async #rulesOf(origin: string, agent: string, signal: AbortSignal): Promise<Buffer> {
    const nowMs = this.#parts.clock.monotonicMs();
    const kept = this.#kept.get(origin);
    if (kept && kept.untilMs > nowMs) return kept.rules;
    const rules = await this.#fetch(origin, agent, signal);
    if (rules.length <= KEPT_BYTES) this.#kept.set(origin, { rules, untilMs: nowMs + KEPT_MS });
    return rules;
  }

  async #fetch(origin: string, agent: string, signal: AbortSignal): Promise<Buffer> {
    const response = await this.#parts.guard.request({
      url: `${origin}/robots.txt`,
      headers: { 'user-agent': agent },
      redirects: REDIRECTS,
      timeoutMs: TIMEOUT_MS,
      firstByteMs: TIMEOUT_MS,
      limitBytes: Number.MAX_SAFE_INTEGER,
      signal,
    });
    const collector = new ByteCollector(Number.POSITIVE_INFINITY);
    try {
      if (response.status >= 400 && response.status < 500) return Buffer.alloc(0);
      if (response.status !== 200) throw new OutboundError('unreachable', 'response');
      for await (const chunk of response.body) {
        collector.add(chunk);
        if (collector.length >= READ_BYTES) break;
      }
    } finally {
      response.close();
    }
    return collector.take().subarray(0, READ_BYTES);
  }
}
