import type { EffectiveConfiguration } from '@svc/contract';
import { digestWithoutSecrets, type DeploymentConfig } from '#config';

/** What may stand in the userinfo of an address. */
const USERINFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i;

/** A setting as JSON. Secrets serialise to a placeholder; a password within an address is taken out of it. */
export function writeSetting(setting: unknown): string {
  return JSON.stringify(setting, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(USERINFO, '$1[secret]@') : value,
  );
}

/** The settings in force. */
export function readConfiguration(config: DeploymentConfig): EffectiveConfiguration {
  const text = writeSetting(config);
  return {
    type: 'configuration',
    digest: digestWithoutSecrets(config),
    configuration: JSON.parse(text) as Record<string, unknown>,
  };
}
