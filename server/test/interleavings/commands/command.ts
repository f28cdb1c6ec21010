import type { AsyncCommand } from 'fast-check';
import type { TestCluster } from '../test-cluster.ts';

/** The model is inside the cluster, next to what it is compared with. */
export interface Command extends AsyncCommand<TestCluster, TestCluster> {
  check(cluster: Readonly<TestCluster>): boolean;
  run(cluster: TestCluster, same: TestCluster): Promise<void>;
}
