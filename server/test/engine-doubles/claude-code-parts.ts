export type Fields = Record<string, unknown>;
export const MARKER = { type: 'ephemeral' };

/** Words that repeat nothing, the same each time. */
export const prose = (name: string, words: number): string =>
  Array.from({ length: words }, (_, i) => `${name}${(i * 7919) % 997}`).join(' ');

/** As Claude Code declares them. */
export const TOOLS = [
  'Bash',
  'Read',
  'Edit',
  'Write',
  'Glob',
  'Grep',
  'Task',
  'TodoWrite',
  'WebFetch',
  'NotebookEdit',
].map((name) => ({
  name,
  description: prose(name, 150),
  input_schema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    additionalProperties: false,
    properties: { command: { description: prose('c', 20), type: 'string' }, timeout: { type: 'number' } },
    required: ['command'],
    type: 'object',
  },
}));

/** The places of markers in a request, as `tools[9]`. */
export function markersOf(body: Fields): string[] {
  const places: string[] = [];
  for (const [i, tool] of ((body['tools'] ?? []) as Fields[]).entries())
    if (tool['cache_control']) places.push(`tools[${i}]`);
  for (const [i, block] of ((body['system'] ?? []) as Fields[]).entries())
    if (block['cache_control']) places.push(`system[${i}]`);
  for (const [i, { content }] of (body['messages'] as { content: Fields[] }[]).entries())
    for (const [j, block] of content.entries())
      if (block['cache_control']) places.push(`messages[${i}][${j}]`);
  return places;
}
