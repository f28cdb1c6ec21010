/** Names of models are short and visible. What an engine sends beyond that is no name, and is not passed on. */
const NAME = /^[\x21-\x7e][\x20-\x7e]{0,199}$/;

export function readModelName(value: unknown): string | undefined {
  return typeof value === 'string' && NAME.test(value) ? value : undefined;
}
