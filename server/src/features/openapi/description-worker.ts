import { parentPort, workerData } from 'node:worker_threads';
import { fullDescription, type DescribedDeployment, type DescriptionChoice } from '@svc/contract';
import { writeYaml } from './write-yaml.ts';

export interface DescriptionOrder {
  readonly deployment: DescribedDeployment;
  readonly choice: DescriptionChoice;
}

const { deployment, choice } = workerData as DescriptionOrder;
parentPort?.postMessage(Buffer.from(writeYaml(fullDescription(deployment, choice))));
