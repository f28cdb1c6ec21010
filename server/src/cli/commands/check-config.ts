import {
  ConfigError,
  loadDeployment,
  loadEnvironment,
  loadProvisioning,
  type Deployment,
  type Environment,
} from '#config';
import type { Invocation } from '../command.ts';
import { counted } from '../counted.ts';
import { type ExitCode, FAILED, OK } from '../exit-codes.ts';
import { priceLines } from '../price-lines.ts';
import type { Terminal } from '../terminal.ts';

export function checkConfig({ terminal }: Invocation): Promise<ExitCode> {
  return Promise.resolve(checkAll(loadEnvironment(), terminal));
}

function checkAll(environment: Environment, terminal: Terminal): ExitCode {
  const { provisionPath, variable } = environment;
  const deployment = check(terminal, () => loadDeployment(environment));
  if (deployment) describe(deployment, terminal);
  if (provisionPath === undefined) return deployment ? OK : FAILED;
  const file = check(terminal, () =>
    loadProvisioning(provisionPath, { variable, ...(deployment ? { deployment: deployment.config } : {}) }),
  );
  if (file) terminal.out(`${provisionPath}: ${counted(file.organizations.length, 'organization')}.`);
  return deployment && file ? OK : FAILED;
}

function describe(deployment: Deployment, terminal: Terminal): void {
  const { source, config, digest, withoutEffect, withoutPrice } = deployment;
  const counts = [
    counted(Object.keys(config.engines).length, 'engine'),
    counted(config.models.length, 'model'),
    counted(config.plans.length, 'plan'),
  ].join(', ');
  terminal.out(`${source}: ${counts}, digest ${digest}.`);
  if (withoutEffect.length > 0) terminal.out(`Without effect yet: ${withoutEffect.join(', ')}.`);
  for (const line of priceLines(withoutPrice)) terminal.out(line);
}

/** Reports what is wrong and goes on, so that the problems of all files are seen at once. */
function check<T>(terminal: Terminal, load: () => T): T | undefined {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    terminal.err(error.message);
    return undefined;
  }
}
