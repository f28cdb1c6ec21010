import type { Operation } from '@svc/contract';
import type { z } from 'zod';
import type { TypeBook } from './type-book.ts';

export interface PrintedOperations {
  readonly operations: readonly Operation[];
  readonly forms: Readonly<Record<string, z.ZodType>>;
}

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
  { id, request, query }: Operation,
  form: z.ZodType | undefined,
  types: TypeBook,
): { parameters: string[]; fields: string } {
  const parameters: string[] = [];
  let fields = '';
  if (request && form) {
    const json = types.add(request, 'body', `${capitalized(id)}Body`);
    parameters.push(`body: ${json} | (FileSource & ${types.add(form, 'body', `${capitalized(id)}Form`)})`);
  } else if (request) {
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
function method(operation: Operation, form: z.ZodType | undefined, types: TypeBook): string {
  const { id, method: verb, path, response, summary } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => camelCase(name!));
  const inputs = inputsOf(operation, form, types);
  const paging = pagesOf(response);
  const reply = types.add(
    response,
    'answer',
    paging ? `${capitalized(id).replace(/^List/, '')}Page` : `${capitalized(id)}Answer`,
  );
  const parameters = [
    ...ids.map((name) => `${name}: string`),
    ...inputs.parameters,
    `options?: ${form ? 'UploadOptions' : 'RequestOptions'}`,
  ].join(', ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${segment(${camelCase(name)})}`);
  const text = ids.length > 0 ? `\`${filled}\`` : `'${filled}'`;
  const sent = `method: '${verb}', path: ${text}`;
  const call = (more: string): string =>
    `{ ${sent}${more}, betas: BETAS, repetition: '${verb === 'POST' ? 'keyed' : 'safe'}' }`;
  const head = `  /** ${summary}. */\n  ${id}(${parameters})`;
  if (form)
    return `${head}: Promise<${reply}> {\n    return sendFormOrJson(this.#transport, { ${sent}, betas: BETAS }, body, options);\n  }\n`;
  if (!paging)
    return `${head}: Promise<${reply}> {\n    return this.#transport.json(${call(inputs.fields)}, options);\n  }\n`;
  const page = `(page) => this.#transport.json(${call(', query: page')}, options)`;
  return `${head}: Pages<${reply}> {\n    return ${paging}<${reply}>({ ...query }, ${page});\n  }\n`;
}

/**
 * A class with a method for each operation, named by its id; ids of the path come first, then body or query. `forms` has the fields beside the
 * file, by operation, of those that take a form as well.
 */
export function printClient(
  name: string,
  beta: string,
  { operations, forms }: PrintedOperations,
  types: TypeBook,
): string {
  const methods = operations.map((operation) => method(operation, forms[operation.id], types)).join('\n');
  const imported = types.names().filter((type) => new RegExp(`\\b${type}\\b`).test(methods));
  return `import { segment, type RequestOptions } from '../core/call.ts';
import { listPages, reportPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import type { FileSource } from '../resources/file-source.ts';
import { sendFormOrJson, type UploadOptions } from '../resources/send-form.ts';
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
