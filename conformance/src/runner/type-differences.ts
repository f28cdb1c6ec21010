/** Checks that compare what the engine is asked for with the form of chat completions, and what another form has instead. */
interface Difference {
  /** How the title of the check begins. */
  readonly title: string;
  readonly types: readonly string[];
  readonly reason: string;
}

const ANTHROPIC = ['anthropic', 'bedrock-invoke', 'vertex-claude'];
const GOOGLE = ['gemini', 'vertex'];
const CONVERSE = ['bedrock-converse'];
const AZURE = ['azure-openai', 'azure-responses'];

const DIFFERENCES: readonly Difference[] = [
  {
    title: 'tool calls sent back reach the engine unchanged',
    types: [...ANTHROPIC, ...CONVERSE, ...GOOGLE, ...AZURE],
    reason: 'ids of calls have fewer characters (D-ENG-19), and arguments may be objects',
  },
  {
    title: 'a tool message keeps the id of the call it answers, in any order',
    types: [...CONVERSE, ...GOOGLE],
    reason: 'results stand in the order of the calls (D-ENG-21)',
  },
  {
    title: 'a tool call that breaks off halfway is an error too',
    types: GOOGLE,
    reason: 'calls come whole, so nothing was said yet',
  },
  {
    title: 'system messages are accepted anywhere and more than once',
    types: [...ANTHROPIC, ...CONVERSE, ...GOOGLE],
    reason: 'instructions have a field of their own',
  },
  {
    title: 'a text reply, streamed or not, has the token counts of the engine',
    types: CONVERSE,
    reason: 'reasoning is not counted by itself (D-ENG-15)',
  },
  {
    title: 'a forced tool call and no parallel calls are requested and enforced',
    types: [...CONVERSE, ...GOOGLE],
    reason: 'parallel calls cannot be switched off',
  },
];

/** Why a check cannot pass on a type of engine. Undefined: it must. */
export function differenceOf(title: string, type: string): string | undefined {
  return DIFFERENCES.find((row) => title.startsWith(row.title) && row.types.includes(type))?.reason;
}
