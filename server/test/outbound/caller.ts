import type { PolicyFixture } from '../inference-hook/policy-fixture.ts';
import type { AttackedSite } from './attacked-site.ts';
import type { Trial } from './trap-network.ts';

export interface Attacked {
  readonly fixture: PolicyFixture;
  readonly site: AttackedSite;
}

/** Something of the service that asks for an address of a user's choosing. */
export interface Caller {
  readonly name: string;
  /** The code that sends its requests, from `server/src`. */
  readonly files: readonly string[];
  /** Reaches the site, has it turn, and asks once more. Resolves with what the user is told. */
  readonly run: (attacked: Attacked, trial: Trial) => Promise<unknown>;
  /** What the user is told where the name turned. */
  readonly refused: unknown;
  /** And where the site redirects. Absent for those that ask for names only. */
  readonly redirected?: unknown;
}
