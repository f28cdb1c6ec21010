import { fullDescription, type DescribedDeployment, type DescriptionChoice } from '@svc/contract';
import { serveCalls } from '#threads';
import { writeYaml } from './write-yaml.ts';

export interface DescriptionOrder {
  readonly deployment: DescribedDeployment;
  readonly choice: DescriptionChoice;
}

serveCalls(({ deployment, choice }: DescriptionOrder): Uint8Array =>
  Buffer.from(writeYaml(fullDescription(deployment, choice))),
);
