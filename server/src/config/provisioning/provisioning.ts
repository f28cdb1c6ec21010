import { checkProvisioningAgainst } from './check-provisioning-against.ts';
import { ConfigError, type Problem } from '../config-error.ts';
import type { DeploymentConfig } from '../deployment/deployment-types.ts';
import { interpolate } from '../interpolate.ts';
import { checkProvisioningReferences } from './provisioning-references.ts';
import { provisioningSchema } from './provisioning-schema.ts';
import type { ProvisioningFile } from './provisioning-types.ts';
import { keepParsed } from '../parsed.ts';
import { parseYaml, readConfigText } from '../yaml-file.ts';
import { problemsOf } from '../zod-problems.ts';

export interface ProvisioningContext {
  /** Named in error messages. */
  readonly source: string;
  /** Replaces `${NAME}` in the file; left out, texts stay as they are. */
  readonly variable?: (name: string) => string | undefined;
  /** When given, plans and models named in the file must exist in it. */
  readonly deployment?: DeploymentConfig;
}

/** Reads a provisioning file. Throws a ConfigError that lists every problem with its path. */
export function loadProvisioning(
  path: string,
  context: Omit<ProvisioningContext, 'source'>,
): ProvisioningFile {
  return parseProvisioning(readConfigText(path), { ...context, source: path });
}

/** A provisioning file as text, YAML or JSON. Throws a ConfigError that lists every problem with its path. */
export function parseProvisioning(
  text: string,
  { source, variable, deployment }: ProvisioningContext,
): ProvisioningFile {
  const problems: Problem[] = [];
  const raw = interpolate(parseYaml(text, source), variable, problems);
  const parsed = provisioningSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) problems.push(...problemsOf(parsed.error.issues));
  problems.push(...checkProvisioningReferences(raw));
  if (!parsed.success || problems.length > 0) throw new ConfigError(source, problems);
  const file = keepParsed(parsed.data);
  const unknown = deployment ? checkProvisioningAgainst(file, deployment) : [];
  if (unknown.length > 0) throw new ConfigError(source, unknown);
  return file;
}

/** The text of a provisioning file with `${NAME}` replaced, as JSON: what is sent to a running service. */
export function expandProvisioning(path: string, variable: (name: string) => string | undefined): string {
  const problems: Problem[] = [];
  const raw = interpolate(parseYaml(readConfigText(path), path), variable, problems);
  if (problems.length > 0) throw new ConfigError(path, problems);
  return JSON.stringify(raw);
}
