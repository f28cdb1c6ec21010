import { FairSlots, readWebResponse, type Requester, type WebResponse } from '#content';
import { OutboundError } from '#kit';
import type { WebFetchConfig } from '#config';
import type { ToolOutcome } from '#reply';
import type { DomainRules } from '../domain-rules.ts';
import { cutText, failure } from '../tool-outcome.ts';
import { RobotsRules, type RobotsParts } from './robots-rules.ts';

const CONCURRENCY = 64;
const WAITING = 512;
const ACCEPT =
  'text/html, application/xhtml+xml, application/pdf, text/*;q=0.9, application/json;q=0.9, */*;q=0.1';

export interface PageRequest extends Requester {
  readonly url: string;
  readonly mayRead: DomainRules;
  readonly settings: WebFetchConfig;
}

const NOT_ALLOWED = 'This URL is on a domain that may not be fetched here.';
const ROBOTS = 'The site does not want this URL to be read by programs (robots.txt).';

/** Pages for models: through the guard, as the rules of the caller and those of each site allow, and as text. */
export class PageFetcher {
  readonly #parts: RobotsParts;
  readonly #robots: RobotsRules;
  readonly #queue = new FairSlots(CONCURRENCY, WAITING);

  constructor(parts: RobotsParts) {
    this.#parts = parts;
    this.#robots = new RobotsRules(parts);
  }

  /** Throws OutboundError, DocumentFault, 503 `temporarily_unavailable`, or the signal's reason. */
  fetch(request: PageRequest): Promise<ToolOutcome> {
    if (!URL.canParse(request.url)) throw new OutboundError('url', 'malformed');
    const url = new URL(request.url);
    return this.#queue.run(
      () =>
        this.#fetch(url, request).catch((error: unknown) => {
          // As browsers do with links of old: the guard speaks plain HTTP to nobody but hosts the operator opened.
          const old = error instanceof OutboundError && error.step === 'scheme' && url.protocol === 'http:';
          if (!old) throw error;
          return this.#fetch(new URL(url.href.replace(/^http:/, 'https:')), request);
        }),
      request,
    );
  }

  async #fetch(url: URL, { mayRead, settings, organizationId, signal }: PageRequest): Promise<ToolOutcome> {
    const timeoutMs = settings.timeout_s * 1000;
    const agent = settings.user_agent;
    let refusal: string | undefined;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const mayFetch = async (target: URL): Promise<boolean> => {
      if (!mayRead(target)) refusal = NOT_ALLOWED;
      else if (!(await this.#robots.allow(target, agent, { organizationId, signal: inTime })))
        refusal = ROBOTS;
      return refusal === undefined;
    };
    try {
      if (!(await mayFetch(url))) return failure(refusal ?? ROBOTS);
      const response = await this.#parts.guard.read({
        url: url.href,
        headers: { 'user-agent': agent, accept: ACCEPT },
        redirects: settings.max_redirects,
        mayFollow: mayFetch,
        timeoutMs,
        firstByteMs: timeoutMs,
        limitBytes: settings.max_bytes,
        signal: inTime,
      });
      if (response.status !== 200)
        return failure(`The site answered with status ${String(response.status)}.`);
      return await this.#read(response, settings, { organizationId, signal });
    } catch (error) {
      if (refusal !== undefined) return failure(refusal);
      signal.throwIfAborted();
      throw inTime.aborted ? new OutboundError('timeout', 'time') : error;
    }
  }

  async #read(
    response: WebResponse & { readonly url: string },
    settings: WebFetchConfig,
    requester: Requester,
  ): Promise<ToolOutcome> {
    const reading = await readWebResponse(response, this.#parts.reader, requester);
    if (reading === undefined)
      return failure('This URL holds neither a page nor text nor a document that can be read.');
    const { title } = reading;
    const text = cutText(reading.text, settings.max_characters);
    const head = [...(title === null ? [] : [`Title: ${title}`]), `URL: ${response.url}`];
    return { text: `${head.join('\n')}\n\n${text}`, sources: [{ url: response.url, title, text }] };
  }
}
