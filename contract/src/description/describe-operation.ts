import type { BetaFlag } from '../betas.ts';
import type { LimitValues } from '../limits.ts';
import type { CredentialKind, Operation } from '../operations/operation.ts';
import type { OperationReference } from '../reference/operation-reference.ts';
import { FIRST_VERSION } from '../versions.ts';
import type { JsonObject } from './api-description.ts';
import { describeResponses } from './describe-responses.ts';
import type { ErrorDescriptions } from './describe-errors.ts';
import { describeParameters } from './describe-parameters.ts';
import type { SchemaComponents } from './schema-components.ts';

/** What every operation of a description is made with. */
export interface DescriptionParts {
  readonly limits: LimitValues;
  readonly betas: readonly BetaFlag[];
  readonly schemas: SchemaComponents;
  readonly errors: ErrorDescriptions;
}

type PublicCredential = Exclude<CredentialKind, 'console_session' | 'operator_session' | 'directory'>;

const SECURITY: Readonly<Record<PublicCredential, readonly JsonObject[]>> = {
  none: [],
  inference: [{ InferenceKey: [] }],
  inference_or_admin: [{ InferenceKey: [] }, { AdminKey: [] }],
  admin: [{ AdminKey: [] }],
  workspace: [{ InferenceKey: [] }],
  operator: [{ OperatorKey: [] }],
};

/** One operation with everything a caller must know to call it. */
export function describeOperation(
  operation: Operation,
  reference: OperationReference,
  parts: DescriptionParts,
): JsonObject {
  const { limits, betas, schemas, errors } = parts;
  const { id, tag, summary, beta, credential, since = FIRST_VERSION, deprecatedAfter, extension } = operation;
  const isExtended = extension !== undefined && betas.includes(extension.beta);
  const parameters = describeParameters(operation, reference, limits, schemas);
  const body = describeBody(operation, reference, parts);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: reference.description,
    security: SECURITY[credential as PublicCredential],
    ...(beta === undefined ? {} : { 'x-svc-beta': beta }),
    'x-svc-since': since,
    ...(deprecatedAfter === undefined ? {} : { deprecated: true, 'x-svc-deprecated-after': deprecatedAfter }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...describeResponses(operation, reference, schemas),
      ...errors.responses([...operation.errors, ...(isExtended ? extension.errors : [])]),
    },
  };
}

function describeBody(
  operation: Operation,
  { body, form }: OperationReference,
  { limits, betas, schemas }: DescriptionParts,
): JsonObject | undefined {
  const { id, request, bodyUnder, extension } = operation;
  const name = id[0]!.toUpperCase() + id.slice(1);
  const json = bodyUnder?.(limits) ?? request;
  const content: JsonObject = {};
  if (json) {
    const schema = schemas.add(json, `${name}Body`);
    const isExtended = extension !== undefined && betas.includes(extension.beta);
    content['application/json'] = {
      schema: isExtended ? { anyOf: [schema, schemas.add(extension.request)] } : schema,
      example: body,
    };
  }
  if (operation.form)
    content['multipart/form-data'] = {
      schema: schemas.add(operation.form(limits), `${name}Form`),
      example: form,
    };
  return Object.keys(content).length > 0 ? { required: true, content } : undefined;
}
