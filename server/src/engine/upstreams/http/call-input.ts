import { RawJson } from '#kit';

/**
 * A call's input for protocols that have it as an object, digit by digit as it was written. A model may have written invalid JSON: then its
 * text is shown as written. If it were omitted, the model would not see its mistake, and if it were refused, the caller could never
 * continue.
 */
export function toCallInput(text: string): object {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new RawJson(text);
  } catch {
    // Not JSON.
  }
  return { arguments: text };
}
