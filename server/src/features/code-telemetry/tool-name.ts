/** The names that models call tools by. A path, a command or a sentence is none. */
const PLAIN = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
/** Of one person in a day. */
const MAX_TOOLS = 100;
/** What other tools are summed as. */
const OTHER = 'other';

/** The name that a tool is stored under (CODE-06). `known`: those of the day so far. */
export function storedTool(name: string, known: ReadonlySet<string>): string {
  if (known.has(name)) return name;
  return PLAIN.test(name) && known.size < MAX_TOOLS ? name : OTHER;
}
