export type { ApiDescription } from './description/api-description.ts';
export { currentDescription } from './description/current-description.ts';
export { operatorDescription } from './description/operator-description.ts';
export {
  DESCRIBED_BETAS,
  fullDescription,
  type DescribedDeployment,
  type DescriptionChoice,
} from './description/full-description.ts';
