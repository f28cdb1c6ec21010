import type { DeploymentConfig } from '#config';
import type { Clock, Log } from '#kit';
import type { Store } from '#store';
import type { ModelPolicy } from './choose-chat-model.ts';
import { ModelAccess } from './model-access.ts';
import { ModelCatalog } from './model-catalog.ts';

interface ModelsParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
}

export function openModels({ db, clock, log, deployment }: ModelsParts) {
  let catalog = new ModelCatalog(deployment());
  return {
    access: new ModelAccess({ db, clock, log }),
    catalog: (): ModelCatalog => catalog,
    setCatalog: (next: ModelCatalog): void => void (catalog = next),
    policy: (): ModelPolicy => policyOf(deployment()),
  };
}

function policyOf({ chat, links }: DeploymentConfig): ModelPolicy {
  return {
    unknownModel: chat.unknown_model,
    withoutRetentionModel: chat.without_retention_model,
    upgradeUrl: links.upgrade,
  };
}
