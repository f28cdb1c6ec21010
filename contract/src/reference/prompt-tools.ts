import type { PROMPT_TOOL_OPERATIONS } from '../operations/workspace/prompt-tools.ts';
import type { PromptToolResult } from '../schemas/prompts/prompt-tools.ts';
import { PROMPT_TOOL_ID, REQUEST_ID } from './objects/ids.ts';
import type { References } from './operation-reference.ts';

const promptToolResult: PromptToolResult = {
  id: PROMPT_TOOL_ID,
  type: 'prompt_tool_result',
  tool: 'generate',
  model: 'Svc Standard',
  system: 'You sort support tickets by team.',
  messages: [{ role: 'user', content: 'Which team should answer this ticket? {{ticket}}' }],
  variables: null,
  working: 'The task names three teams, so the instruction lists them and asks for one name.',
  notes: ['The task does not say what to do with tickets of no team.'],
  usage: { input_tokens: 620, cached_input_tokens: 0, output_tokens: 210, reasoning_tokens: 0 },
  request_id: REQUEST_ID,
};

const TOOL = `The tool asks \`model\`, and the call is billed and limited like a message. Nothing of it is stored. \`working\` tells how the prompt came
about, and \`notes\` lists what was left open. The result can be sent to \`POST /v1/prompts/templates\` as it is.`;

export const PROMPT_TOOL_REFERENCES: References<typeof PROMPT_TOOL_OPERATIONS> = {
  generatePrompt: {
    description: `Drafts a prompt for a task that is described in words. ${TOOL}`,
    body: { task: 'Sort support tickets by the team that should answer: billing, shipping or product.' },
    response: promptToolResult,
  },
  improvePrompt: {
    description: `Changes a prompt so that a problem of its replies goes away, and leaves the rest of it alone. ${TOOL}`,
    body: {
      messages: [{ role: 'user', content: 'Which team should answer this ticket? {{ticket}}' }],
      problem: 'Replies explain the choice instead of naming a team.',
    },
    response: { ...promptToolResult, tool: 'improve' },
  },
  templatizePrompt: {
    description: `Replaces what varies in a prompt by variables. \`variables\` has the text that stood in the place of each. ${TOOL}`,
    body: { messages: [{ role: 'user', content: 'Answer Ines, who asks: where is my parcel?' }] },
    response: {
      ...promptToolResult,
      tool: 'templatize',
      system: null,
      messages: [{ role: 'user', content: 'Answer {{customer}}, who asks: {{question}}' }],
      variables: { customer: 'Ines', question: 'where is my parcel?' },
    },
  },
};
