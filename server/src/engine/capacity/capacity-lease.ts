import type { TokenRates } from '#config';
import type { BackgroundRun } from './capacity.ts';
import type { ConversationKey } from '../conversation-key.ts';
import type { CallTrace } from '../generation/call-trace.ts';
import type { AllowedEngines } from '../retention/engines-keeping-nothing.ts';
import type { ModelRoutes, Route } from '../route.ts';
import type { ResponseFormat } from '../turns.ts';

interface LeaseOptions {
  readonly ignoreBreakers?: boolean;
  readonly background?: BackgroundRun | undefined;
  readonly trace?: CallTrace | undefined;
  readonly conversation?: ConversationKey | undefined;
  readonly only?: AllowedEngines | undefined;
}

/**
 * One request's right to one engine slot (D-78), held from admission until its run ends. A run always
 * releases it; an admitted caller that does not run must call `release`.
 */
export class CapacityLease {
  readonly organizationId: string;
  readonly routes: ModelRoutes;
  /** Every route's breaker was open at admission, so the run may try them all. */
  readonly ignoreBreakers: boolean;
  /** The background run whose slot live calls may take. Absent: a live call's slot. */
  readonly background: BackgroundRun | undefined;
  /** Present if the call is traced. */
  readonly trace: CallTrace | undefined;
  /** Absent: the call belongs to none. */
  readonly conversation: ConversationKey | undefined;
  /** The engines that may be called. Absent: all of the model's. */
  readonly only: AllowedEngines | undefined;
  /** The route whose slot is held, or was held last. */
  #route: Route;
  #isHeld = true;
  #used = false;

  /** `route`: its slot has been taken. */
  constructor(
    organizationId: string,
    routes: ModelRoutes,
    route: Route,
    { ignoreBreakers = false, background, trace, conversation, only }: LeaseOptions = {},
  ) {
    this.organizationId = organizationId;
    this.routes = routes;
    this.ignoreBreakers = ignoreBreakers;
    this.background = background;
    this.trace = trace;
    this.conversation = conversation;
    this.only = only;
    this.#route = route;
  }

  /** The operator's name for the engine whose slot it holds, or held last. */
  get engine(): string {
    return this.#route.host.name;
  }

  /** What this engine costs for the model. Undefined: not known. */
  get cost(): TokenRates | undefined {
    return this.#route.cost;
  }

  /** The engine that answered counted tokens that the texts cannot have. */
  countedImplausibly(): void {
    this.#route.host.countedImplausibly(this.#route.modelId);
  }

  /** Passes the lease to a run. Each lease serves one run: its slot must not be released twice. */
  use(): Route {
    if (this.#used || !this.#isHeld)
      throw new Error('a capacity lease serves one run, before it is released');
    this.#used = true;
    return this.#route;
  }

  /** Exchanges the slot for one at another route's engine, for failover. */
  move(route: Route): void {
    // A slot serves every route of its engine. If it is the last of a retired one, giving it back would close the engine.
    if (!this.#isHeld || route.host !== this.#route.host) {
      this.release();
      if (this.background) route.host.slots.takeInBackground(this.background);
      else route.host.slots.take(this.organizationId);
    }
    this.#route = route;
    this.#isHeld = true;
  }

  /** Whether every engine it may fail over to can only write this form. */
  keepsFormat(format: ResponseFormat, hasTools: boolean): boolean {
    return this.routes.groups
      .flat()
      .every(({ host, model }) => host.engine.formatSupport?.(format, { model, hasTools }).kept ?? false);
  }

  /** Idempotent. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#route.host.release(this.organizationId, this.background);
  }
}
