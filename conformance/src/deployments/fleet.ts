import type { Deployment } from './deployment.ts';
import { NotRun } from '../runner/not-run.ts';
import { startOwnDeployment, type DeploymentDatabase } from './own-deployment.ts';
import type { Variant } from './variants.ts';

/** What only deployments of the suite's own are started with. */
const NEEDS: Readonly<Record<Exclude<Variant, 'standard'>, string>> = {
  'unknown-model-error': 'needs a deployment with chat.unknown_model: error, as the suite starts for itself',
  'short-times':
    'needs a deployment with very short timeouts and a scripted engine, as the suite starts for itself',
  'small-files': 'needs a deployment with very small limits of files, as the suite starts for itself',
  'local-webhooks':
    'needs a deployment whose webhooks may point to this machine over plain HTTP, as the suite starts for itself',
};

/** The deployments a run of the suite uses, one per variant. */
export interface Fleet {
  /** Throws NotRun for a variant there is no deployment of. */
  deployment(variant: Variant): Promise<Deployment>;
  close(): Promise<void>;
}

/** Starts each variant when it is first asked for. Without `openDatabase` each has the embedded database. */
export function ownFleet(openDatabase?: () => Promise<DeploymentDatabase>): Fleet {
  const started = new Map<Variant, Promise<Deployment>>();
  return {
    deployment(variant) {
      const known = started.get(variant) ?? startOwnDeployment(variant, openDatabase);
      started.set(variant, known);
      return known;
    },
    async close() {
      const outcomes = await Promise.allSettled(started.values());
      await Promise.all(
        outcomes.filter((outcome) => outcome.status === 'fulfilled').map((outcome) => outcome.value.close()),
      );
    },
  };
}

/** One deployment somebody else runs. */
export function externalFleet(deployment: Deployment): Fleet {
  return {
    deployment(variant) {
      if (variant !== 'standard') return Promise.reject(new NotRun(NEEDS[variant]));
      return Promise.resolve(deployment);
    },
    close: () => deployment.close(),
  };
}
