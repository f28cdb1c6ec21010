import type { Clock, Log } from '#kit';
import type { Store } from '#store';
import { CredentialEpochs } from './epochs.ts';
import { OrganizationDirectory } from './organization-directory.ts';

interface OrganizationParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
}

export function openOrganization({ db, clock, log }: OrganizationParts) {
  return {
    organizations: new OrganizationDirectory({ db, clock, log }),
    epochs: new CredentialEpochs({ db, log }),
  };
}
