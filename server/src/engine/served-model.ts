import type { DeploymentConfig, ModelConfig } from '#config';

/** What the engine needs of a model: its public id and its routes. Any `ModelConfig` fits. */
export type ServedModel = Pick<ModelConfig, 'id' | 'routes'> & Partial<Pick<ModelConfig, 'sticky'>>;

/** The part of the deployment that the engine uses. Any `DeploymentConfig` fits. */
export interface GenerationConfig {
  readonly engines: DeploymentConfig['engines'];
  readonly models: readonly ServedModel[];
}
