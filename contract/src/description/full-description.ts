import { BETAS, type BetaFlag } from '../betas.ts';
import type { LimitValues } from '../limits.ts';
import { OPERATIONS } from '../operations.ts';
import type { Operation } from '../operations/operation.ts';
import { OPERATION_REFERENCES } from '../reference.ts';
import { FIRST_VERSION, type PublishedVersion } from '../versions.ts';
import type { ApiDescription, OpenApiVersion } from './api-description.ts';
import { describeApi } from './describe-api.ts';
import { aboutApi, SECURITY_SCHEMES, TAGS } from './general-parts.ts';

/** Which form of the description is asked for. */
export interface DescriptionChoice {
  readonly version: PublishedVersion;
  /** The flags whose operations are described, too. */
  readonly betas: readonly BetaFlag[];
  readonly openapi: OpenApiVersion;
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
  { version, betas }: Pick<DescriptionChoice, 'version' | 'betas'>,
): boolean {
  if (since > version || (deprecatedAfter !== undefined && deprecatedAfter <= version)) return false;
  return beta === undefined || betas.includes(beta);
}

/**
 * The whole description (platform contract §4.10, D-OAS-1): every operation of a version that needs no flag, and those
 * of the flags given. Converts many schemas, which takes a while: not for the thread that serves requests.
 */
export function fullDescription(
  { baseUrl, limits }: DescribedDeployment,
  choice: DescriptionChoice,
): ApiDescription {
  const described = OPERATIONS.filter((one) => isDescribed(one, choice));
  return describeApi({
    about: aboutApi(choice.version),
    baseUrl,
    limits,
    openapi: choice.openapi,
    betas: choice.betas,
    tags: TAGS,
    securitySchemes: SECURITY_SCHEMES,
    all: OPERATIONS,
    described: described.map((operation) => ({ operation, reference: OPERATION_REFERENCES[operation.id]! })),
  });
}
