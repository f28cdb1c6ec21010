import { z } from 'zod';
import {
  deploymentSchema,
  ENVIRONMENT_VARIABLES,
  PATHS_WITHOUT_EFFECT,
  provisioningSchema,
} from '../../server/src/config/index.ts';
import type { GeneratedFile } from '../generate.ts';

/** The parts of a JSON Schema the reference shows. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const INTRODUCTION = `# Configuration

Generated from the schemas in \`server/src/config\`; change it there.

You configure the service with environment variables and two YAML or JSON files. If a file contains an unknown key, an invalid
value or a reference to something that does not exist, the service does not start and reports the path of each problem.
\`svc check-config\` runs the same checks. In both files, \`\${NAME}\` is replaced by an environment variable, which must be set;
write \`$\${NAME}\` for a literal \`\${NAME}\`. Inside YAML's \`{ }\` and \`[ ]\`, put it in quotes: \`{ api_key: "\${NAME}" }\`.

Editors can complete and check both files with the schemas in [schemas](schemas): put
\`# yaml-language-server: $schema=docs/schemas/svc.schema.json\` on the first line.
[svc.example.yaml](../svc.example.yaml) is a commented example.

SIGHUP or \`svc reload\` applies a changed \`svc.yaml\` without interrupting streams. If the new file is invalid, the old
configuration stays in effect. A \`./svc.yaml\` that was created after the start is applied too; if it was removed, the built-in
configuration is used again. \`\${NAME}\` refers to the environment at the start of the service, so a new variable requires a
restart.

The embedded database does not wait for the disk when it writes. A killed process loses nothing, but a power failure can lose the
last writes. Use PostgreSQL if that matters to you.

Only one service at a time can use a data directory. \`svc\` commands connect to its unix socket, \`control.sock\`;
\`control.lock.<n>\` beside it is the lock. You do not have to clean up after a crash: the next start takes over the directory.

If \`SVC_WORKERS\` is greater than 1, that number of processes serve the port. Each has its journals in \`worker-<n>\` of the data
directory, its own connections to the database and its own copy of a model file. Send signals to the first process; commands
work as with a single process. A worker that dies is restarted while the others keep serving; in the meantime, \`/readyz\` reports
\`degraded\` with \`workers\`. You can change the number at any start: remaining workers take over the journals of missing ones.
`;

function jsonSchema(schema: z.ZodType, title: string): Schema {
  return { title, ...z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }) } as Schema;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  // A number and its text are written alike.
  if (choices?.every((choice) => choice.enum))
    return [...new Set(choices.flatMap((choice) => choice.enum!.map(code)))].join(', ');
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'integer') return `whole number${boundsOf(schema)}`;
  if (schema.type === 'number') return `number${boundsOf(schema)}`;
  return { string: 'text', boolean: 'true or false' }[schema.type ?? ''] ?? schema.type ?? 'any';
}

function boundsOf({ minimum, maximum }: Schema): string {
  const upper = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (minimum !== undefined && upper !== undefined) return `, ${minimum} to ${upper}`;
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) return `, at least ${minimum}`;
  return upper === undefined ? '' : `, at most ${upper}`;
}

function defaultOf(schema: Schema, required: boolean): string {
  if (required) return 'required';
  const isSection = schema.properties !== undefined;
  return schema.default === undefined || isSection ? '' : code(schema.default);
}

/** Rows of one key and of everything below it. Sections with variants (`type`, `scope`) list each variant's keys. */
function rows(path: string, schema: Schema, required: boolean): string[] {
  const below = members(path, schema);
  const type = below.length > 0 ? (schema.type === 'array' ? 'list' : 'object') : typeOf(schema);
  const meaning = [
    schema.description ?? '',
    ...(PATHS_WITHOUT_EFFECT.has(path) ? ['Without effect yet.'] : []),
  ].join(' ');
  return [
    `| ${[`\`${path}\``, type, defaultOf(schema, required), meaning].map(cell).join(' | ')} |`,
    ...below,
  ];
}

function members(path: string, schema: Schema): string[] {
  if (schema.type === 'array') return schema.items ? members(`${path}[]`, schema.items) : [];
  const variants = (schema.oneOf ?? schema.anyOf ?? []).filter((variant) => variant.properties);
  if (variants.length > 0)
    return variants.flatMap((variant) => members(`${path}${variantName(variant)}`, variant));
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name, { const: constant }]) => constant === undefined || !VARIANT_KEYS.has(name),
  );
  const named = entries.flatMap(([name, member]) =>
    rows(`${path}.${name}`, member, schema.required?.includes(name) ?? false),
  );
  const { additionalProperties: any } = schema;
  const hasNamedMembers =
    typeof any === 'object' && (any.properties !== undefined || any.oneOf !== undefined);
  return hasNamedMembers ? [...named, ...members(`${path}.<name>`, any)] : named;
}

const VARIANT_KEYS: ReadonlySet<string> = new Set(['type', 'scope']);

function variantName({ properties = {} }: Schema): string {
  const found = Object.entries(properties).find(
    ([name, { const: constant }]) => VARIANT_KEYS.has(name) && constant !== undefined,
  );
  return found ? ` (${found[0]}: ${String(found[1].const)})` : '';
}

function table(head: readonly string[], lines: readonly string[]): string {
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
}

function fileReference(schema: Schema): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const lines = rows(name, member, schema.required?.includes(name) ?? false);
      return `### \`${name}\`\n\n${table(['Key', 'Value', 'Default', 'Meaning'], lines)}\n`;
    })
    .join('\n');
}

function environmentReference(): string {
  const lines = ENVIRONMENT_VARIABLES.map(
    ({ name, default: fallback, meaning }) =>
      `| ${[`\`${name}\``, fallback, meaning].map(cell).join(' | ')} |`,
  );
  return table(['Variable', 'Default', 'Meaning'], lines);
}

function page(deployment: Schema, provisioning: Schema): string {
  return [
    INTRODUCTION,
    `## Environment\n\nAn empty variable counts as not set.\n\n${environmentReference()}\n`,
    `## svc.yaml\n\n\`engines\` and \`models\` come together; without both, the built-in sandbox serves.\n\n${fileReference(deployment)}`,
    `## Provisioning file\n\nAt each start, the service creates objects of the file that do not exist yet (compared by name, email address and secret). It does not\nrestore, reset or delete anything. \`svc provision FILE --update\` also updates the settings of existing objects to the values in the file.\n\n${fileReference(provisioning)}`,
  ].join('\n');
}

/** The JSON Schemas of both configuration files, and the reference of every setting. */
export function outputs(): Promise<GeneratedFile[]> {
  const deployment = jsonSchema(deploymentSchema, 'svc.yaml');
  const provisioning = jsonSchema(provisioningSchema, 'Provisioning file');
  return Promise.resolve([
    { path: 'docs/schemas/svc.schema.json', text: `${JSON.stringify(deployment, null, 2)}\n` },
    { path: 'docs/schemas/provisioning.schema.json', text: `${JSON.stringify(provisioning, null, 2)}\n` },
    { path: 'docs/configuration.md', text: page(deployment, provisioning) },
  ]);
}
