import { ApiError } from '@svc/contract';
import type { PromptCall, PromptVariable, RenderedMessage } from '#exchange';
import { cutMessages, type CutMessage, type CutText } from './placeholders.ts';
import type { PromptVersion, StoredPrompt } from './prompt-directory.ts';

/** A version and the values of a call that fit it. */
export interface FittingPrompt {
  readonly version: PromptVersion;
  readonly variables: readonly PromptVariable[];
  /** UTF-8 bytes of all messages once they are written. */
  readonly bytes: number;
}

/**
 * Judges a version and the values of a call before anything is written: a value may stand in it ten thousand times. Throws 404 where there is
 * no such version, 400 `missing_variable` and then `unknown_variable`, 413 for more bytes than a body may have.
 */
export function fitPrompt(
  stored: StoredPrompt | undefined,
  { template, variables }: PromptCall,
  limitBytes: number,
): FittingPrompt {
  const version = requireVersion(stored, template);
  const { uses } = version;
  const values = toValues(variables);
  for (const name of uses.keys()) if (!values.has(name)) throw refusedVariable('missing_variable', name);
  for (const name of values.keys()) if (!uses.has(name)) throw refusedVariable('unknown_variable', name);
  let { bytes } = version;
  for (const [name, count] of uses) bytes += count * Buffer.byteLength(values.get(name)!);
  if (bytes > limitBytes) throw tooLargePrompt(limitBytes);
  return { version, variables, bytes };
}

/** The messages with the values, inserted as they are: what a value holds is text and no placeholder. */
export function fillMessages(
  messages: readonly CutMessage[],
  variables: readonly PromptVariable[],
): RenderedMessage[] {
  const values = toValues(variables);
  return messages.map(({ role, text }) => ({ role, text: fill(text, values) }));
}

/** The same of the messages as they are stored, on the thread that parses large bodies. */
export function fillStored(
  _body: unknown,
  { source, variables }: { readonly source: string; readonly variables: readonly PromptVariable[] },
): RenderedMessage[] {
  return fillMessages(cutMessages(source), variables);
}

export function tooLargePrompt(limitBytes: number): ApiError {
  return new ApiError('payload_too_large', {
    message:
      'The request with its prompt template is larger than max_bytes. Shorten the values of the variables.',
    extra: { max_bytes: limitBytes },
  });
}

function requireVersion(stored: StoredPrompt | undefined, template: string): PromptVersion {
  if (stored?.version) return stored.version;
  const param = 'prompt.template';
  if (!stored) throw new ApiError('prompt_template_not_found', { param });
  const [name, label] = template.split('@');
  if (label === undefined) throw new ApiError('prompt_template_version_not_found', { param });
  throw new ApiError('prompt_template_not_found', {
    param,
    message: `The label ${label} of the prompt template ${name} is not set. Read the template to find its labels, or use a version such as ${name}-v1.`,
  });
}

const REFUSED_VARIABLES = {
  missing_variable: (name: string) =>
    `The prompt template needs a value for the variable ${name}. Add it to prompt.variables.`,
  unknown_variable: (name: string) =>
    `The prompt template has no variable ${name}. Remove it from prompt.variables or correct its spelling.`,
};

function refusedVariable(code: keyof typeof REFUSED_VARIABLES, variable: string): ApiError {
  const name = variable.slice(0, 64);
  return new ApiError(code, { param: `prompt.variables.${name}`, message: REFUSED_VARIABLES[code](name) });
}

function toValues(variables: readonly PromptVariable[]): Map<string, string> {
  return new Map(variables.map(({ name, value }) => [name, value]));
}

function fill({ texts, names }: CutText, values: ReadonlyMap<string, string>): string {
  let text = texts[0] ?? '';
  for (const [i, name] of names.entries()) text += (values.get(name) ?? '') + (texts[i + 1] ?? '');
  return text;
}
