import {
  ApiError,
  LISTED_CHANGES,
  type ConfigurationFile,
  type ConfigurationReload,
  type ReloadedConfiguration,
} from '@svc/contract';
import { ConfigError, type Deployment } from '#config';
import type { OperatorChange } from '#features/module';
import { OperatorError } from '#kit';
import { configurationChanges } from './configuration-changes.ts';

/** The configuration of this node, in force and as its file has it now. */
export interface ConfigurationSource {
  current(): Deployment;
  /** Throws a ConfigError when the file is not valid. */
  readFile(): Deployment;
  /** Applies the file in all processes of this node, or in none: then it throws. */
  reload(): Promise<unknown>;
}

/** What a reload would do. */
export function readConfigurationFile(configuration: ConfigurationSource): ConfigurationFile {
  const current = configuration.current();
  const result = { type: 'configuration_file' as const, problems: [], changes: [], change_count: 0 };
  try {
    const next = configuration.readFile();
    const changes = configurationChanges(current.config, next.config);
    return {
      ...result,
      source: next.source,
      status: changes.length > 0 ? 'changed' : 'unchanged',
      digest: next.digest,
      changes: changes.slice(0, LISTED_CHANGES),
      change_count: changes.length,
      models_without_price: [...next.withoutPrice],
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      ...result,
      source: error.source,
      status: 'invalid',
      digest: null,
      problems: error.problems.map(({ path, message }) => ({ path, message })),
      models_without_price: [],
    };
  }
}

/** Applies the file if it still is the one that was read. The event has what changes, as far as it is listed. */
export async function reloadConfiguration(
  configuration: ConfigurationSource,
  change: OperatorChange,
  { digest, nodeId }: ConfigurationReload & { readonly nodeId: string },
): Promise<ReloadedConfiguration> {
  const file = readConfigurationFile(configuration);
  if (file.status === 'invalid')
    throw new ApiError('resource_conflict', { message: `The file is not valid. ${describeProblem(file)}` });
  if (file.digest !== digest)
    throw new ApiError('resource_conflict', {
      param: 'digest',
      message: 'The file has changed since it was read. Read it again, and send the digest that it has now.',
    });
  const changes = file.changes.map(({ path, from, to }) => [path, { from, to }] as const);
  await change.note({
    event: 'configuration.reloaded',
    resource: { type: 'node', id: nodeId },
    changes: Object.fromEntries(changes),
  });
  try {
    await configuration.reload();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new ApiError('resource_conflict', { message: error.message });
  }
  return { type: 'configuration_reload', digest, change_count: file.change_count };
}

function describeProblem({ problems: [first] }: ConfigurationFile): string {
  return first ? `${first.path === '' ? '' : `${first.path}: `}${first.message}` : '';
}
