import type { PromptTool } from '@svc/contract';
import type { WrittenPrompt } from './prompt-format.ts';

/** D-PTPL-6. */
const PLACEHOLDER = /\{\{ *([A-Za-z_][A-Za-z0-9_]*) *\}\}/g;

/**
 * The prompt of `templatize` with a value for its placeholders and for nothing else, so that it can be stored as a template and filled in. What has no
 * value is an open point. The other tools have no values (D-PTOOL-2).
 */
export function withKnownVariables(tool: PromptTool, written: WrittenPrompt): WrittenPrompt {
  if (tool !== 'templatize') return { ...written, variables: null };
  const texts = [written.system ?? '', ...written.messages.map(({ content }) => content)];
  const names = new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)));
  const given = new Map(Object.entries(written.variables ?? {}));
  const variables: [string, string][] = [];
  const notes = [...written.notes];
  for (const name of names) {
    const value = given.get(name);
    if (value === undefined) notes.push(`The text that {{${name}}} stands for is not known.`);
    else variables.push([name, value]);
  }
  return { ...written, variables: Object.fromEntries(variables), notes };
}
