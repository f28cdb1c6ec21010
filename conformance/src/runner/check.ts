import type { Deployment } from '../deployments/deployment.ts';
import type { Variant } from '../deployments/variants.ts';

export interface Check {
  /** Rule ids of the contract the check proves, such as `CHAT-07`. */
  readonly rules: readonly string[];
  readonly title: string;
  readonly variant: Variant;
  /** Asserts with node:assert and throws on failure, or throws NotRun (as `Deployment` does for what it cannot give). */
  readonly run: (deployment: Deployment) => Promise<void>;
}

const registered: Check[] = [];

/**
 * Registers one black-box check. `rules` is one or more ids separated by spaces. Before each check the scripted engine
 * answers "Hello" again and, where the clock can be moved, every request rate has recovered. A check that needs other
 * settings than the suite's usual ones names a variant.
 */
export function check(
  rules: string,
  title: string,
  run: Check['run'],
  { variant = 'standard' }: { readonly variant?: Variant } = {},
): void {
  registered.push({ rules: rules.split(' '), title, variant, run });
}

export function registeredChecks(): readonly Check[] {
  return registered;
}
