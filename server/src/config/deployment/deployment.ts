import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError, type Problem } from '../config-error.ts';
import { BUILT_IN_ENGINES_AND_MODELS, BUILT_IN_PLANS, BUILT_IN_TEXT } from './built-in-deployment.ts';
import { azureFileProblems } from './engines/resolve-azure.ts';
import { checkDeploymentReferences } from './deployment-references.ts';
import { readGoogleCredentials } from './engines/google-credentials.ts';
import { readAwsCredentials } from './engines/aws-credentials.ts';
import { resolveDeployment } from './deployment-resolve.ts';
import { deploymentSchema, type DeploymentDocument } from './deployment-schema.ts';
import type { DeploymentConfig } from './deployment-types.ts';
import { digestWithoutSecrets } from '../digest-without-secrets.ts';
import type { Environment } from '../environment/environment-types.ts';
import { interpolate } from '../interpolate.ts';
import { keepParsed } from '../parsed.ts';
import { withoutEffect } from './without-effect.ts';
import { parseYaml, readConfigText } from '../yaml-file.ts';
import { problemsOf } from '../zod-problems.ts';

/** The effective configuration of this node and where it came from. */
export interface Deployment {
  readonly config: DeploymentConfig;
  /** See `digestWithoutSecrets`. */
  readonly digest: string;
  /** Path of the file, or `the built-in configuration`. */
  readonly source: string;
  /** What was read, and the folder relative paths in it start at: for a process that must take the very same. */
  readonly text: string;
  readonly directory: string;
  /** Paths of what the file sets that is checked but has no effect yet: worth one line in the log. */
  readonly withoutEffect: readonly string[];
  /** Ids of models for which the file sets no `pricing`: what credits pay for them is nothing, which is seldom meant. */
  readonly withoutPrice: readonly string[];
}

/** What a deployment is parsed against. */
export interface DeploymentContext {
  /** Named in error messages. */
  readonly source: string;
  /** Public address, for the default links. */
  readonly baseUrl: string;
  /** Folder that relative paths in the file start at. */
  readonly directory: string;
  readonly variable: (name: string) => string | undefined;
  /** Whether other nodes may serve the same deployment. */
  readonly severalNodes: boolean;
  /** Whether there is a mail server. */
  readonly sendsMail: boolean;
}

const BUILT_IN_SOURCE = 'the built-in configuration';
const USUAL_FILE = 'svc.yaml';
const IN_THE_SERVICE =
  'in the running service, which keeps the environment it was started with: restart it with the variable';

/** Reads SVC_CONFIG, `./svc.yaml` or the built-in deployment. Throws a ConfigError that lists every problem. */
export function loadDeployment(environment: Environment): Deployment {
  const { path, exists } = findDeploymentFile(environment);
  if (!exists)
    return parseDeployment(BUILT_IN_TEXT, {
      ...contextOf(environment),
      source: BUILT_IN_SOURCE,
      directory: environment.workingDir,
    });
  return parseDeploymentFile(readConfigText(path), path, environment);
}

/** The file that a deployment is read from, or would be if it existed. One that SVC_CONFIG names must exist. */
export function findDeploymentFile({ configPath, workingDir }: Environment): {
  readonly path: string;
  readonly exists: boolean;
} {
  const path = configPath ?? resolve(workingDir, USUAL_FILE);
  return { path, exists: configPath !== undefined || existsSync(path) };
}

/** What `loadDeployment` would make of a file with this text. */
export function parseDeploymentFile(text: string, path: string, environment: Environment): Deployment {
  return parseDeployment(text, { ...contextOf(environment), source: path, directory: dirname(path) });
}

function contextOf({
  baseUrl,
  variable,
  redisUrl,
  smtpUrl,
}: Environment): Omit<DeploymentContext, 'source' | 'directory'> {
  return { baseUrl, variable, severalNodes: redisUrl !== undefined, sendsMail: smtpUrl !== undefined };
}

/**
 * `loadDeployment` for a service that runs. Whoever changes the file has another environment than the service, so for a
 * variable that is missing the ConfigError says which of the two counts.
 */
export function reloadDeployment(environment: Environment): Deployment {
  try {
    return loadDeployment(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((problem) =>
      problem.missingVariable === undefined
        ? problem
        : { ...problem, message: `${problem.message} ${IN_THE_SERVICE}` },
    );
    throw new ConfigError(error.source, problems);
  }
}

/** `svc.yaml` as text to the effective configuration. Throws a ConfigError that lists every problem with its path. */
export function parseDeployment(text: string, context: DeploymentContext): Deployment {
  const problems: Problem[] = [];
  const written = parseYaml(text, context.source);
  const raw = interpolate(written, context.variable, problems);
  const parsed = deploymentSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) problems.push(...problemsOf(parsed.error.issues));
  problems.push(...checkDeploymentReferences(raw, context));
  if (!parsed.success || problems.length > 0) throw new ConfigError(context.source, distinct(problems));
  const data = keepParsed(parsed.data);
  const google = readGoogleCredentials(data.engines, context);
  if (google.problems.length > 0) throw new ConfigError(context.source, google.problems);
  const aws = readAwsCredentials(data.engines, context);
  if (aws.problems.length > 0) throw new ConfigError(context.source, aws.problems);
  const builtIn = data.models === undefined ? parseBuiltIn(BUILT_IN_ENGINES_AND_MODELS) : undefined;
  const config = resolveDeployment(
    {
      ...data,
      engines: data.engines ?? builtIn?.engines ?? {},
      models: data.models ?? builtIn?.models ?? [],
      plans: data.plans ?? parseBuiltIn({ plans: BUILT_IN_PLANS }).plans ?? [],
    },
    { ...context, googleCredentials: google.found, awsCredentials: aws.found },
  );
  const missing = missingFiles(config);
  if (missing.length > 0) throw new ConfigError(context.source, missing);
  return {
    config,
    digest: digestWithoutSecrets(config),
    source: context.source,
    text,
    directory: context.directory,
    withoutEffect: withoutEffect(raw),
    withoutPrice: (data.models ?? []).filter(({ pricing }) => !pricing).map(({ id }) => id),
  };
}

function parseBuiltIn(document: object): DeploymentDocument {
  return keepParsed(deploymentSchema.parse(document));
}

function missingFiles(config: DeploymentConfig): Problem[] {
  return Object.entries(config.engines).flatMap(([name, engine]) => {
    if (engine.type === 'azure-openai') return azureFileProblems(engine, `engines.${name}`);
    return engine.type === 'llama' && !existsSync(engine.model_path)
      ? [{ path: `engines.${name}.model_path`, message: `${engine.model_path} does not exist` }]
      : [];
  });
}

/** A missing key can be seen both by the schema and by the reference check. The first sentence is kept. */
function distinct(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ path, message }) => {
    const text = `${path}: ${message}`;
    return !seen.has(text) && seen.add(text);
  });
}
