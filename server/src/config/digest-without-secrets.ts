import { hash } from 'node:crypto';
import type { DeploymentConfig } from './deployment/deployment-types.ts';

/**
 * A short digest of the effective configuration, 16 hexadecimal characters, the same for the same values whatever the
 * order of keys: nodes that differ are seen at /readyz. Secrets are left out (they serialise to a placeholder), so
 * nothing about them can be learnt from it, and nodes that differ only in a secret have the same digest.
 */
export function digestWithoutSecrets(config: DeploymentConfig): string {
  return hash('sha256', JSON.stringify(config, sortKeys), 'hex').slice(0, 16);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
