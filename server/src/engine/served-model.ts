import type { DeploymentConfig, ModelConfig } from '#config';

/** What the engine needs of a model: its public id and the places that answer for it. Any `ModelConfig` is one. */
export type ServedModel = Pick<ModelConfig, 'id' | 'routes'>;

/** The part of the deployment the engine runs on. Any `DeploymentConfig` is one. */
export interface GenerationConfig {
  readonly engines: DeploymentConfig['engines'];
  readonly models: readonly ServedModel[];
}
