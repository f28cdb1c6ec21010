import { HEADERS, type HookFailure } from '@svc/contract';
import {
  OutboundError,
  RecentMap,
  type Clock,
  type KeptOrigin,
  type OutboundGuard,
  type OutboundStep,
  type Secret,
} from '#kit';
import { signDelivery } from '#features/webhooks';
import { readVerdict, type HookVerdict } from './read-verdict.ts';

const USER_AGENT = 'svc-inference-hook/1';
const MAX_RESPONSE_BYTES = 65_536;
/** Addresses whose connections are kept. */
const MAX_ORIGINS = 1000;

/** Where a hook is asked, and with what. */
export interface HookTarget {
  /** Whose hook it is. */
  readonly organizationId: string;
  readonly url: string;
  readonly timeoutMs: number;
  /** The organization's own, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly secrets: readonly Secret[];
}

export type HookOutcome = (
  | ({ readonly kind: 'verdict' } & HookVerdict)
  | { readonly kind: 'failed'; readonly failure: HookFailure }
) & { readonly durationMs: number };

export interface HookClientDeps {
  readonly guard: Pick<OutboundGuard, 'keep'>;
  readonly clock: Clock;
  /** Plain HTTP, for tests. */
  readonly allowsHttp: () => boolean;
}

/** Asks hooks, over connections that are kept. */
export class HookClient {
  readonly #deps: HookClientDeps;
  readonly #origins = new RecentMap<string, KeptOrigin>(MAX_ORIGINS);

  constructor(deps: HookClientDeps) {
    this.#deps = deps;
  }

  /**
   * Asks once, and never again: a request that may have arrived is not repeated (POLICY-15). Rejects only with the
   * reason of `signal`.
   */
  async send(target: HookTarget, body: string | Uint8Array, signal?: AbortSignal): Promise<HookOutcome> {
    const startedMs = performance.now();
    const outcome = await this.#ask(target, body, signal);
    return { ...outcome, durationMs: performance.now() - startedMs };
  }

  async #ask(
    { organizationId, url, timeoutMs, headers, secrets }: HookTarget,
    body: string | Uint8Array,
    signal: AbortSignal | undefined,
  ) {
    try {
      const { status, bytes } = await this.#origin(organizationId, url).post({
        headers: {
          ...headers,
          'content-type': 'application/json',
          'user-agent': USER_AGENT,
          [HEADERS.signature]: signDelivery(body, secrets, this.#deps.clock.nowMs()),
        },
        body,
        timeoutMs,
        limitBytes: MAX_RESPONSE_BYTES,
        signal,
      });
      return judge(status, bytes);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.failure === 'aborted') throw signal?.reason;
      return { kind: 'failed', failure: failureOf(error) } as const;
    }
  }

  /** Each organization has its own connections: another one at the same URL may have them all waiting. */
  #origin(organizationId: string, url: string): KeptOrigin {
    // An operator may have changed it since.
    const allowsHttp = this.#deps.allowsHttp();
    const name = `${organizationId} ${String(allowsHttp)} ${url}`;
    const known = this.#origins.get(name);
    if (known) return known;
    const origin = this.#deps.guard.keep(url, { allowsHttp });
    this.#origins.set(name, origin);
    return origin;
  }
}

function judge(status: number, bytes: Buffer) {
  if (status >= 300 && status < 400) return { kind: 'failed', failure: 'redirect' } as const;
  if (status !== 200) return { kind: 'failed', failure: 'http_status' } as const;
  const verdict = readVerdict(bytes);
  return verdict
    ? ({ kind: 'verdict', ...verdict } as const)
    : ({ kind: 'failed', failure: 'invalid_verdict' } as const);
}

const FAILURES: Partial<Readonly<Record<OutboundStep, HookFailure>>> = {
  dns: 'dns',
  address: 'blocked_address',
  // Plain HTTP was allowed when the hook was set, but is not any more.
  scheme: 'blocked_address',
  tls: 'tls',
  size: 'too_large',
  coding: 'invalid_verdict',
};

function failureOf({ failure, step }: OutboundError): HookFailure {
  return failure === 'timeout' ? 'timeout' : (FAILURES[step] ?? 'connect');
}
