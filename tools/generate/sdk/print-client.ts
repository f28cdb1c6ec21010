import type { OfferedOperation } from '@svc/contract';
import type { z } from 'zod';
import type { TypeBook } from './type-book.ts';

function capitalized(id: string): string {
  return id[0]!.toUpperCase() + id.slice(1);
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** How the answers of an operation follow on each other: by ids, by a text of the service, or not at all. */
function pagesOf(response: z.ZodType): 'listPages' | 'reportPages' | undefined {
  const shape = (response as { shape?: object }).shape ?? {};
  if ('next_page' in shape) return 'reportPages';
  return 'last_id' in shape ? 'listPages' : undefined;
}

function hasRequired(query: z.ZodType): boolean {
  return !query.safeParse({}).success;
}

/** Types of the parameters after the ids, with the object they go into. */
function inputsOf(
  { id, request, query }: OfferedOperation,
  types: TypeBook,
): { parameters: string[]; fields: string } {
  const parameters: string[] = [];
  let fields = '';
  if (request) {
    parameters.push(`body: ${types.add(request, 'body', `${capitalized(id)}Body`)}`);
    fields += ', body';
  }
  if (query) {
    parameters.push(
      `query: ${types.add(query, 'query', `${capitalized(id)}Query`)}${hasRequired(query) ? '' : ' = {}'}`,
    );
    fields += ', query';
  }
  return { parameters, fields };
}

/** One operation as a method of the client. */
function method(operation: OfferedOperation, types: TypeBook): string {
  const { id, method: verb, path, response, summary } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => camelCase(name!));
  const inputs = inputsOf(operation, types);
  const paging = pagesOf(response);
  const answer = types.add(
    response,
    'answer',
    paging ? `${capitalized(id).replace(/^List/, '')}Page` : `${capitalized(id)}Answer`,
  );
  const parameters = [
    ...ids.map((name) => `${name}: string`),
    ...inputs.parameters,
    'options?: RequestOptions',
  ].join(', ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${segment(${camelCase(name)})}`);
  const text = ids.length > 0 ? `\`${filled}\`` : `'${filled}'`;
  const call = (more: string): string =>
    `{ method: '${verb}', path: ${text}${more}, betas: BETAS, repetition: '${verb === 'POST' ? 'keyed' : 'safe'}' }`;
  const head = `  /** ${summary}. */\n  ${id}(${parameters})`;
  if (!paging)
    return `${head}: Promise<${answer}> {\n    return this.#transport.json(${call(inputs.fields)}, options);\n  }\n`;
  const page = `(page) => this.#transport.json(${call(', query: page')}, options)`;
  return `${head}: Pages<${answer}> {\n    return ${paging}<${answer}>({ ...query }, ${page});\n  }\n`;
}

/** A class with a method for each operation, named by its id; ids of the path come first, then body or query. */
export function printClient(
  name: string,
  beta: string,
  operations: readonly OfferedOperation[],
  types: TypeBook,
): string {
  const methods = operations.map((operation) => method(operation, types)).join('\n');
  const imported = types.names().filter((type) => new RegExp(`\\b${type}\\b`).test(methods));
  return `import { segment, type RequestOptions } from '../core/call.ts';
import { listPages, reportPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import type {
${imported.map((type) => `  ${type},\n`).join('')}} from './types.ts';

const BETAS = ['${beta}'];

export class ${name} {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

${methods}}
`;
}
