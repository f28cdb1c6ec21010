/** The command that adds models of an engine, for a shell. */
export function modelsAddCommand(engine: string, models: readonly string[]): string {
  return ['npx svc models add', ...[engine, ...models].map(quote)].join(' ');
}

/** Names are the engine's to choose: nothing in them is the shell's. */
function quote(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
