import type { EffectiveConfiguration } from '@svc/contract';
import { digestWithoutSecrets, type DeploymentConfig } from '#config';

/** What may stand in the userinfo of an address. */
const USERINFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i;

/** The settings in force. Secrets serialise to a placeholder; a password within an address is taken out of it. */
export function readConfiguration(config: DeploymentConfig): EffectiveConfiguration {
  const text = JSON.stringify(config, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(USERINFO, '$1[secret]@') : value,
  );
  return {
    type: 'configuration',
    digest: digestWithoutSecrets(config),
    configuration: JSON.parse(text) as Record<string, unknown>,
  };
}
