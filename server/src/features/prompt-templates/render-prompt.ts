import { ApiError } from '@svc/contract';
import type { PromptCall, RenderedMessage } from '#exchange';
import type { CutText } from './placeholders.ts';
import type { StoredPrompt } from './prompt-directory.ts';

/**
 * The messages of a version with the values of a call, inserted as they are: what a value holds is text and no placeholder. Throws 404 where
 * there is no such version, 400 `missing_variable` and then `unknown_variable`, 413 for more than a body may have.
 */
export function renderPrompt(
  stored: StoredPrompt | undefined,
  { template, variables }: PromptCall,
  limitBytes: number,
): RenderedMessage[] {
  const { messages, names } = requireVersion(stored, template);
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  for (const name of names) if (!values.has(name)) throw refusedVariable('missing_variable', name);
  const known = new Set(names);
  for (const name of values.keys()) if (!known.has(name)) throw refusedVariable('unknown_variable', name);
  // Before it is written: a value may stand in it a thousand times.
  if (messages.reduce((sum, { text }) => sum + lengthOf(text, values), 0) > limitBytes)
    throw tooLargePrompt(limitBytes);
  return messages.map(({ role, text }) => ({ role, text: fill(text, values) }));
}

export function tooLargePrompt(limitBytes: number): ApiError {
  return new ApiError('payload_too_large', {
    message:
      'The request with its prompt template is larger than max_bytes. Shorten the values of the variables.',
    extra: { max_bytes: limitBytes },
  });
}

function requireVersion(
  stored: StoredPrompt | undefined,
  template: string,
): NonNullable<StoredPrompt['version']> {
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

function lengthOf({ texts, names }: CutText, values: ReadonlyMap<string, string>): number {
  let length = 0;
  for (const text of texts) length += text.length;
  for (const name of names) length += values.get(name)?.length ?? 0;
  return length;
}

function fill({ texts, names }: CutText, values: ReadonlyMap<string, string>): string {
  let text = texts[0] ?? '';
  for (const [i, name] of names.entries()) text += (values.get(name) ?? '') + (texts[i + 1] ?? '');
  return text;
}
