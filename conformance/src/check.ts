import type { Deployment } from './deployment.ts';

/** What a check needs beyond a base URL. A deployment that cannot give it has the check reported as not run, never as passed. */
export type Need =
  /** A scripted engine behind the deployment, so that the check can say what the engine does and see what it received. */
  | 'upstream'
  /** `POST /internal/test/clock`. */
  | 'clock'
  /** The usage records in the deployment's database. */
  | 'records'
  /** A fresh deployment of its own, because the check changes or exhausts something others rely on. */
  | 'own';

export interface Check {
  /** Rule ids of the contract the check proves, such as `CHAT-07`. */
  readonly rules: readonly string[];
  readonly title: string;
  readonly needs: readonly Need[];
  readonly run: (deployment: Deployment) => Promise<void>;
}

const registered: Check[] = [];

/**
 * Registers one black-box check. `rules` is one or more ids separated by spaces; `run` asserts with node:assert and
 * throws on failure.
 */
export function check(rules: string, title: string, run: (deployment: Deployment) => Promise<void>, needs: readonly Need[] = []): void {
  registered.push({ rules: rules.split(' '), title, needs, run });
}

export function registeredChecks(): readonly Check[] {
  return registered;
}
