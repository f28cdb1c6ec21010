import type { BetaFlag } from '../betas.ts';
import type { LimitValues } from '../limits.ts';
import type { Operation } from '../operations/operation.ts';
import type { OperationReference } from '../reference/operation-reference.ts';
import { ErrorEnvelope } from '../schemas.ts';
import type { ApiDescription, Components, JsonObject, OpenApiVersion } from './api-description.ts';
import { ErrorDescriptions, errorExamples } from './describe-errors.ts';
import { describeOperation } from './describe-operation.ts';
import { sharedParameters } from './describe-parameters.ts';
import { HEADER_COMPONENTS } from './general-parts.ts';
import { SchemaComponents } from './schema-components.ts';
import { toOpenApi30 } from './to-openapi-30.ts';
import { usedComponents } from './used-components.ts';

interface DescribedApi {
  readonly about: JsonObject;
  readonly baseUrl: string;
  readonly limits: LimitValues;
  readonly betas: readonly BetaFlag[];
  readonly tags: readonly JsonObject[];
  readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  /** All operations of the API, whichever of them are described. */
  readonly all: readonly Operation[];
  readonly openapi: OpenApiVersion;
  readonly described: readonly {
    readonly operation: Operation;
    readonly reference: OperationReference;
  }[];
}

/** A description with the components that its operations use. Made as OpenAPI 3.1, whose schemas are JSON Schema. */
export function describeApi(api: DescribedApi): ApiDescription {
  const { limits, betas } = api;
  const parts = {
    limits,
    betas,
    schemas: new SchemaComponents(limits),
    errors: new ErrorDescriptions(api.all),
  };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { operation, reference } of api.described) {
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
  const description = {
    openapi: '3.1.1',
    info: api.about,
    servers: [{ url: api.baseUrl }],
    tags: api.tags,
    paths,
    components: { schemas: {}, ...usedComponents(paths, components), securitySchemes: api.securitySchemes },
  };
  return api.openapi === '3.1' ? description : toOpenApi30(description);
}
