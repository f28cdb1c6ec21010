import { ConfigError, type Environment, loadDeployment, loadProvisioning } from '#config';
import type { ConfigurationFiles } from './check-private-files.ts';
import type { Finding } from './finding.ts';

/** The files that could be read, and what is wrong with the others. */
export function readConfiguration(environment: Environment): [ConfigurationFiles, Finding[]] {
  const findings: Finding[] = [{ state: 'ok', what: 'environment', detail: 'checked' }];
  let files: ConfigurationFiles = {};
  const attempt = (what: string, load: () => string) => {
    try {
      findings.push({ state: 'ok', what, detail: load() });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push({ state: 'failed', what, detail: error.message });
    }
  };
  attempt('configuration', () => {
    const deployment = loadDeployment(environment);
    files = { deployment };
    const { source, withoutEffect } = deployment;
    return withoutEffect.length > 0 ? `${source}; without effect yet: ${withoutEffect.join(', ')}` : source;
  });
  const { provisionPath, variable } = environment;
  if (provisionPath === undefined)
    findings.push({ state: 'off', what: 'provisioning', detail: 'SVC_PROVISION is not set' });
  else {
    attempt('provisioning', () => {
      const known = files.deployment ? { deployment: files.deployment.config } : {};
      files = {
        ...files,
        provisioning: { path: provisionPath, file: loadProvisioning(provisionPath, { variable, ...known }) },
      };
      return provisionPath;
    });
  }
  return [files, findings];
}
