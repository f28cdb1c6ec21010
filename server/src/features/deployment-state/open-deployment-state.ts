import type { Generation } from '#engine';
import type { Store } from '#store';
import { RoutesOutOfService } from './routes-out-of-service.ts';

interface DeploymentStateParts {
  readonly db: Store['db'];
  readonly generation: Generation;
}

export function openDeploymentState({ db, generation }: DeploymentStateParts) {
  return { routesOut: new RoutesOutOfService(db, generation) };
}
