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

Settings come from environment variables and from two YAML files (JSON serves too). Unknown keys, bad values and
references to things that do not exist stop the start, with the path of every offending key; \`svc check-config\` prints
the same. In texts of both files \`\${NAME}\` is replaced from the environment, and a missing variable is refused; write
\`$\${NAME}\` for a literal \`\${NAME}\`. Inside YAML's \`{ }\` and \`[ ]\` put it in quotes: \`{ api_key: "\${NAME}" }\`.

Editors complete both files with the schemas in [schemas](schemas): put
\`# yaml-language-server: $schema=docs/schemas/svc.schema.json\` on the first line.
[svc.example.yaml](../svc.example.yaml) is a commented start.

SIGHUP or \`svc reload\` takes a changed \`svc.yaml\` without dropping a stream; a bad one is refused and the old one stays. A
\`./svc.yaml\` that appeared since the start is taken too, and without one the built-in configuration serves again. \`\${NAME}\`
means the environment the service was started with: a new variable needs a restart.

The embedded database writes without waiting for the disk: a killed process loses nothing, a power cut may lose the last
writes. Use PostgreSQL where that matters.

The data directory belongs to one service at a time. Its unix socket \`control.sock\` is the channel \`svc\` commands use;
\`control.lock.<n>\` beside it is the lock. It needs no care: after a crash the next start takes the directory at once.

With \`SVC_WORKERS\` above 1 so many processes serve the port, each with its journals in \`worker-<n>\` of the data directory,
its own connections to the database and its own copy of a model file. Signals go to the first process, and commands work as
with one. A worker that dies is started again while the others serve; \`/readyz\` is \`degraded\` with \`workers\` meanwhile.
The number may change with any start: journals that are left over are taken over.
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
    `## Provisioning file\n\nAt start only what is missing is created (by name, e-mail and secret): nothing is revived, reset or deleted.\n\`svc provision FILE --update\` also brings plain settings that the file names to its values.\n\n${fileReference(provisioning)}`,
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
