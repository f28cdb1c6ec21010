import type { FILE_OPERATIONS } from '../operations/workspace/files.ts';
import type { BATCH_OPERATIONS } from '../operations/workspace/batches.ts';
import type { PROMPT_TEMPLATE_OPERATIONS } from '../operations/workspace/prompt-templates.ts';
import type { PROMPT_TOOL_OPERATIONS } from '../operations/workspace/prompt-tools.ts';
import { BATCH_ID, INPUT_FILE_ID, TEMPLATE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import { batch, file, newBatch, promptTemplate, promptToolResult } from './objects/resources.ts';
import type { References } from './operation-reference.ts';

export const FILE_REFERENCES: References<typeof FILE_OPERATIONS> = {
  createFile: {
    description: `Uploads a file as \`multipart/form-data\`. \`purpose\` says what it is for, and which types it may have: \`document\` (PDF, Office, text), \`vision\` (PNG,
JPEG, WebP, GIF), \`batch\` (JSONL), \`code_input\` (any type), \`skill\` (ZIP). The type is detected from the bytes. Send \`purpose\` before \`file\`, so that
its own size limit applies from the start.

The file is checked after the upload: read it until \`status\` is \`ready\`. Organizations with zero data retention must send \`expires_after_days\` 1.`,
    form: { purpose: 'batch', expires_after_days: 30, file: 'questions.jsonl' },
    answer: file,
  },
  listFiles: {
    description: 'The files of the workspace, newest first. Expired and deleted ones are not among them.',
    answer: pageOf({ ...file, status: 'ready' }, INPUT_FILE_ID),
  },
  readFile: {
    description: 'The file object: its type, size and status. The bytes are at `/content`.',
    answer: { ...file, status: 'ready' },
  },
  deleteFile: {
    description: `Deletes a file for good. A batch that has validated its input no longer needs the file; while it validates, deleting is refused with
\`resource_conflict\`.`,
    answer: { id: INPUT_FILE_ID, object: 'file', deleted: true },
  },
  readFileContent: {
    description: `The bytes of a file that is \`ready\`, with its own media type, as a download. One \`Range\` is honored. This is also how the results of a batch are
fetched: \`output_file_id\` names the file, each line is one result.`,
    answer: '{"custom_id":"q-1","result":{"type":"succeeded","status_code":200,"body":{}}}\n',
  },
};

export const BATCH_REFERENCES: References<typeof BATCH_OPERATIONS> = {
  createBatch: {
    description: `Runs the requests of a file within 24 hours, at half of the price. Upload the file with the purpose \`batch\` first. Each line is an object with
\`custom_id\`, \`endpoint\` (\`/v1/chat/completions\` or \`/v1/messages\`) and \`body\`.

All lines are validated before the first one runs. If any is invalid, \`status\` becomes \`failed\` and \`errors\` lists the problems. Poll the batch, or
subscribe a webhook to \`batch.completed\`.`,
    body: { input_file_id: INPUT_FILE_ID, metadata: { job: 'nightly' } },
    answer: newBatch,
  },
  listBatches: {
    description: 'The batches of the workspace, newest first.',
    answer: pageOf(batch, BATCH_ID),
  },
  readBatch: {
    description: `How far a batch has come. Once \`status\` is \`completed\`, \`expired\` or \`canceled\`, \`output_file_id\` names the results: one line for each request, in the
order of the input.`,
    answer: batch,
  },
  cancelBatch: {
    description: `Stops a batch. Requests that are running finish and are billed; the others get the result \`canceled\`. \`status\` is \`canceling\` until then. Canceling
twice changes nothing; a batch that has ended is refused with \`resource_conflict\`.`,
    answer: { ...newBatch, status: 'canceling', cancel_requested_at: '2026-11-20T16:05:00Z' },
  },
};

export const PROMPT_TEMPLATE_REFERENCES: References<typeof PROMPT_TEMPLATE_OPERATIONS> = {
  createPromptTemplate: {
    description: `Creates a prompt template, or the next version of the one that has the name. Versions never change. \`{{name}}\` in a message stands for a variable. Labels
given here point at the new version at once.

Model calls name a template as \`prompt: {"template": "support-reply@production", "variables": {…}}\`, by a label or by \`-v<number>\`.`,
    body: {
      name: 'support-reply',
      messages: promptTemplate.version.messages,
      labels: ['staging'],
    },
    answer: promptTemplate,
  },
  listPromptTemplates: {
    description: 'The templates of the workspace, newest first, each with its newest version.',
    answer: pageOf(promptTemplate, TEMPLATE_ID),
  },
  readPromptTemplate: {
    description:
      'A template by its id or name. `version` in the answer is the newest one, unless the query names a number or a label.',
    answer: promptTemplate,
  },
  setPromptTemplateLabel: {
    description: `Points a label at a version, which is how a prompt is rolled out and rolled back: calls that name the label get the version within a second. \`null\`
removes the label. \`latest\` is reserved.`,
    body: { version: 2 },
    answer: promptTemplate,
  },
};

const TOOL = `The tool asks \`model\`, and the call is billed and limited like a message. Nothing of it is stored. \`working\` tells how the prompt came
about, and \`notes\` lists what was left open. The result can be sent to \`POST /v1/prompts/templates\` as it is.`;

export const PROMPT_TOOL_REFERENCES: References<typeof PROMPT_TOOL_OPERATIONS> = {
  generatePrompt: {
    description: `Drafts a prompt for a task that is described in words. ${TOOL}`,
    body: { task: 'Sort support tickets by the team that should answer: billing, shipping or product.' },
    answer: promptToolResult,
  },
  improvePrompt: {
    description: `Changes a prompt so that a problem of its replies goes away, and leaves the rest of it alone. ${TOOL}`,
    body: {
      messages: [{ role: 'user', content: 'Which team should answer this ticket? {{ticket}}' }],
      problem: 'Replies explain the choice instead of naming a team.',
    },
    answer: { ...promptToolResult, tool: 'improve' },
  },
  templatizePrompt: {
    description: `Replaces what varies in a prompt by variables. \`variables\` has the text that stood in the place of each. ${TOOL}`,
    body: { messages: [{ role: 'user', content: 'Answer Ines, who asks: where is my parcel?' }] },
    answer: {
      ...promptToolResult,
      tool: 'templatize',
      system: null,
      messages: [{ role: 'user', content: 'Answer {{customer}}, who asks: {{question}}' }],
      variables: { customer: 'Ines', question: 'where is my parcel?' },
    },
  },
};
