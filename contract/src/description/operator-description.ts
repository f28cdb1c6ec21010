import type { LimitValues } from '../limits.ts';
import { SECRET_PREFIXES } from '../names.ts';
import { OPERATOR_OPERATIONS } from '../operations.ts';
import type { Operation } from '../operations/operation.ts';
import type { OperationReference } from '../reference/operation-reference.ts';
import { OPERATOR_REFERENCES } from '../reference/operator.ts';
import { NEWEST_VERSION } from '../versions.ts';
import type { ApiDescription } from './api-description.ts';
import { describeApi } from './describe-api.ts';

const ABOUT = `For the people who run a deployment, and their tools. Every request carries an operator key: \`Authorization: Bearer <key>\`. A key with the
role \`operator_viewer\` may send GET only.

Answers hold neither content of organizations, such as prompts, replies and files, nor secrets; what is made once, such as the link of an owner, is shown
once.

**Lists** are pages, newest first. While \`has_more\` is true, send \`last_id\` as \`after_id\` to get the next page.`;

/** The Operator API as OpenAPI 3.0. A file of its own: no organization has anything to do with it. */
export function operatorDescription({
  baseUrl,
  limits,
}: {
  readonly baseUrl: string;
  readonly limits: LimitValues;
}): ApiDescription {
  const references: Readonly<Record<string, OperationReference>> = OPERATOR_REFERENCES;
  const all: readonly Operation[] = OPERATOR_OPERATIONS;
  return describeApi({
    about: {
      title: 'Svc Operator API',
      version: NEWEST_VERSION,
      summary: 'Organizations, requests and the state of a deployment.',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    baseUrl,
    limits,
    openapi: '3.0',
    betas: [],
    tags: [{ name: 'Operators', description: 'What people who run a deployment see and change.' }],
    securitySchemes: {
      OperatorKey: {
        type: 'http',
        scheme: 'bearer',
        description: `An operator key, which begins with \`${SECRET_PREFIXES.operatorKey}\`.`,
      },
    },
    all,
    described: all.map((operation) => ({ operation, reference: references[operation.id]! })),
  });
}
