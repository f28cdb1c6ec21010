import { BETAS, type BetaFlag } from '../betas.ts';
import type { LimitValues } from '../limits.ts';
import { OPERATIONS } from '../operations.ts';
import type { Operation } from '../operations/operation.ts';
import { OPERATION_REFERENCES } from '../reference.ts';
import { ErrorEnvelope } from '../schemas.ts';
import { FIRST_VERSION, type PublishedVersion } from '../versions.ts';
import type { ApiDescription, Components, JsonObject } from './api-description.ts';
import { ErrorDescriptions, errorExamples } from './describe-errors.ts';
import { describeOperation } from './describe-operation.ts';
import { sharedParameters } from './describe-parameters.ts';
import { aboutApi, HEADER_COMPONENTS, SECURITY_SCHEMES, TAGS } from './general-parts.ts';
import { SchemaComponents } from './schema-components.ts';
import { usedComponents } from './used-components.ts';

/** Which form of the description is asked for. */
export interface DescriptionChoice {
  readonly version: PublishedVersion;
  /** The flags whose operations are described, too. */
  readonly betas: readonly BetaFlag[];
}

/** Where the API is, and how this deployment bounds it. */
export interface DescribedDeployment {
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  readonly limits: LimitValues;
}

/** Flags that add something to a description. */
export const DESCRIBED_BETAS: readonly BetaFlag[] = BETAS.filter((flag) =>
  OPERATIONS.some(({ beta, extension }) => beta === flag || extension?.beta === flag),
);

/** Whether a version of the API has the operation, and the flags given open it. */
export function isDescribed(
  { since = FIRST_VERSION, deprecatedAfter, beta }: Pick<Operation, 'since' | 'deprecatedAfter' | 'beta'>,
  { version, betas }: DescriptionChoice,
): boolean {
  if (since > version || (deprecatedAfter !== undefined && deprecatedAfter <= version)) return false;
  return beta === undefined || betas.includes(beta);
}

/**
 * The whole description as OpenAPI 3.1 (platform contract §4.10, D-OAS-1): every operation of a version that needs no flag, and those
 * of the flags given. Converts many schemas, which takes a while: not for the thread that serves requests.
 */
export function fullDescription(
  { baseUrl, limits }: DescribedDeployment,
  choice: DescriptionChoice,
): ApiDescription {
  const parts = {
    limits,
    betas: choice.betas,
    schemas: new SchemaComponents(),
    errors: new ErrorDescriptions(OPERATIONS),
  };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of OPERATIONS.filter((one) => isDescribed(one, choice))) {
    const reference = OPERATION_REFERENCES[operation.id]!;
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = describeOperation(operation, reference, parts);
  }
  parts.schemas.add(ErrorEnvelope);
  const parameters = sharedParameters(limits, parts.schemas);
  const components: Components = {
    schemas: parts.schemas.schemas,
    parameters,
    headers: HEADER_COMPONENTS,
    responses: parts.errors.components,
    examples: errorExamples(),
  };
  return {
    openapi: '3.1.1',
    info: aboutApi(choice.version),
    servers: [{ url: baseUrl }],
    tags: TAGS,
    paths,
    components: { schemas: {}, ...usedComponents(paths, components), securitySchemes: SECURITY_SCHEMES },
  };
}
