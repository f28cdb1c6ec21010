import type { ModelRoutes, Route } from '../route.ts';
import type { ResponseFormat } from '../turns.ts';

/**
 * The right of one request to one engine slot (D-78), held from admission until its run ends. A run releases it in
 * every case; who is admitted and then does not run must call `release`.
 */
export class CapacityLease {
  readonly organizationId: string;
  readonly routes: ModelRoutes;
  /** At admission every route's breaker was open, so the run may try them all. */
  readonly ignoreBreakers: boolean;
  /** The route whose slot is held; undefined once released. */
  #route: Route | undefined;
  #used = false;

  /** `route`: its slot has been taken. */
  constructor(organizationId: string, routes: ModelRoutes, route: Route, ignoreBreakers: boolean) {
    this.organizationId = organizationId;
    this.routes = routes;
    this.ignoreBreakers = ignoreBreakers;
    this.#route = route;
  }

  /** Hands the lease to a run. Each lease serves one run: the slot must not be given back twice. */
  use(): Route {
    if (this.#used || !this.#route) throw new Error('a capacity lease serves one run, before it is released');
    this.#used = true;
    return this.#route;
  }

  /** Changes the slot for one at another route, at failover. */
  move(route: Route): void {
    this.release();
    route.host.slots.take(this.organizationId);
    this.#route = route;
  }

  /** Whichever engine answers, it can write nothing but this form: no matter where a run fails over to. */
  keepsFormat(format: ResponseFormat): boolean {
    return this.routes.groups.flat().every(({ host }) => host.engine.formatSupport?.(format).kept ?? false);
  }

  /** Idempotent. */
  release(): void {
    const route = this.#route;
    this.#route = undefined;
    route?.host.giveBack(this.organizationId);
  }
}
