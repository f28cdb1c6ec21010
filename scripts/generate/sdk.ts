import {
  ADMINISTRATION_BETA,
  ADMINISTRATION_OPERATIONS,
  BatchResult,
  ERRORS,
  INFERENCE_OPERATIONS,
  LIMITS,
  type Operation,
  pluginSettings,
  TYPE_BY_STATUS,
  WebhookEvent,
  WORKSPACE_OPERATIONS,
  type WorkspaceOperation,
} from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';
import { printClient } from './sdk/print-client.ts';
import { printOperationErrors } from './sdk/print-operation-errors.ts';
import { createTypeBook, type TypeBook } from './sdk/type-book.ts';

const FOLDER = 'sdk/src/generated';
const HEAD = '// Printed from the contract by `npm run generate`; change it there.\n';

/** What comes with the file of a form. */
const FORMS = { createPlugin: pluginSettings(LIMITS) };

function addTypes({ id, request, query, response, stream }: Operation, types: TypeBook): void {
  const name = id[0]!.toUpperCase() + id.slice(1);
  if (request) types.add(request, 'body', `${name}Body`);
  if (query) types.add(query, 'query', `${name}Query`);
  types.add(response, 'answer', `${name}Answer`);
  if (stream) types.add(stream, 'answer', `${name}Event`);
}

/** Forms and bytes have no type of their own: the client takes and gives what the platform has for them. */
function addResourceTypes(operation: WorkspaceOperation, types: TypeBook): void {
  if (operation.transfer === 'json' || operation.request) addTypes(operation, types);
}

function printPaths(operations: readonly Operation[]): string {
  const rows = operations.map(({ id, method, path, beta }) => {
    return `  ${id}: { method: '${method}', path: '${path}'${beta === undefined ? '' : `, betas: ['${beta}']`} },\n`;
  });
  return `/** Where the operations are, and the flags they need. */\nexport const PATHS = {\n${rows.join('')}} as const;\n`;
}

function union(values: Iterable<string>): string {
  return [...new Set(values)]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((value) => `\n  | '${value}'`)
    .join('');
}

function printErrors(): string {
  const rows = Object.entries(TYPE_BY_STATUS).map(([status, type]) => `  ${status}: '${type}',\n`);
  return `/** What a client acts on; follows from the status. */
export type ErrorType =${union(Object.values(TYPE_BY_STATUS))};

export const TYPE_BY_STATUS: Readonly<Record<number, ErrorType>> = {
${rows.join('')}};

/** The codes there are today. A service that is newer may have more. */
export type ErrorCode =${union(Object.values(ERRORS).map(({ code }) => code))};
`;
}

/** Types, paths and the Admin API of the client library, so that it needs neither the contract nor its validator to run. */
export function outputs(): Promise<GeneratedFile[]> {
  const types = createTypeBook();
  for (const operation of INFERENCE_OPERATIONS) addTypes(operation, types);
  for (const operation of WORKSPACE_OPERATIONS) addResourceTypes(operation, types);
  // The lines of a file that batches write.
  types.add(BatchResult, 'answer', 'BatchResult');
  // What receivers are sent, which no operation answers with.
  types.add(WebhookEvent, 'answer', 'WebhookEvent');
  const administration = { operations: ADMINISTRATION_OPERATIONS, forms: FORMS };
  const admin = printClient('Admin', ADMINISTRATION_BETA, administration, types);
  const files = {
    'admin.ts': admin,
    'errors.ts': printErrors(),
    'operation-errors.ts': printOperationErrors({
      Inference: INFERENCE_OPERATIONS,
      Workspace: WORKSPACE_OPERATIONS,
      Administration: ADMINISTRATION_OPERATIONS,
    }),
    'paths.ts': printPaths([...INFERENCE_OPERATIONS, ...WORKSPACE_OPERATIONS]),
    'types.ts': types.print(),
  };
  return Promise.resolve(
    Object.entries(files).map(([name, text]) => ({ path: `${FOLDER}/${name}`, text: `${HEAD}\n${text}` })),
  );
}
