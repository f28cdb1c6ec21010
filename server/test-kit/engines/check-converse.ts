import { createHmac } from 'node:crypto';

type Fields = Readonly<Record<string, unknown>>;

/** What Converse documents of its fields: anything else is refused. */
const FIELDS = new Set([
  'messages',
  'system',
  'inferenceConfig',
  'toolConfig',
  'outputConfig',
  'additionalModelRequestFields',
  'additionalModelResponseFieldPaths',
  'guardrailConfig',
  'performanceConfig',
  'promptVariables',
  'requestMetadata',
  'serviceTier',
]);
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const DOCUMENT_NAME = /^[A-Za-z0-9\-()[\]]+( [A-Za-z0-9\-()[\]]+)*$/;
const MAX_CACHE_POINTS = 4;
const MAX_DOCUMENTS = 5;

interface Message {
  readonly role: string;
  readonly content: readonly Fields[];
}

function refuse(message: string): never {
  throw new Error(message);
}

export function thoughtSignature(thought: string): string {
  return createHmac('sha256', 'bedrock').update(thought).digest('base64');
}

/** Throws what the service refuses as a `ValidationException`. */
export function checkConverse(body: Fields): void {
  for (const name of Object.keys(body)) if (!FIELDS.has(name)) refuse(`unknown field ${name}`);
  const messages = body['messages'] as readonly Message[];
  if (messages.length === 0 || messages[0]!.role !== 'user')
    refuse('A conversation must start with a user message.');
  messages.forEach(({ role, content }, i) => {
    if (i > 0 && messages[i - 1]!.role === role) refuse('A conversation must alternate between roles.');
    if (content.length === 0) refuse('The content field in the Message object is empty.');
    content.forEach(checkBlock);
    checkResults(messages, i);
  });
  checkDocuments(messages);
  checkInference((body['inferenceConfig'] ?? {}) as Fields);
  checkTools(body, messages);
  const points = JSON.stringify(body).split('"cachePoint"').length - 1;
  if (points > MAX_CACHE_POINTS) refuse('You have exceeded the maximum number of cache points.');
}

function checkBlock(block: Fields): void {
  if (Object.keys(block).length !== 1) refuse('a block has one member');
  const { text, toolUse, reasoningContent } = block as Record<string, Fields & string>;
  if (text !== undefined && text.trim() === '') refuse('The text field in the ContentBlock object is blank.');
  if (toolUse) {
    const { toolUseId, name, input } = toolUse as unknown as Record<string, unknown>;
    if (!NAME.test(String(name)) || !NAME.test(String(toolUseId))) refuse('invalid toolUse name or id');
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      refuse('The format of the value at toolUse.input is invalid. Provide a json object.');
  }
  const thought = (reasoningContent as unknown as { reasoningText?: { text: string; signature?: string } })
    ?.reasoningText;
  if (thought && thought.signature !== thoughtSignature(thought.text))
    refuse('Invalid `signature` in `thinking` block');
}

const idsOf = (content: readonly Fields[], name: string): string[] =>
  content.flatMap((block) => {
    const part = block[name] as { readonly toolUseId: string } | undefined;
    return part ? [part.toolUseId] : [];
  });

/** The results of a turn stand together at its beginning, one for each call. */
function checkResults(messages: readonly Message[], at: number): void {
  const results = idsOf(messages[at]!.content, 'toolResult');
  const calls = at === 0 ? [] : idsOf(messages[at - 1]!.content, 'toolUse');
  if (results.join() !== calls.join())
    refuse('Expected toolResult blocks for the toolUse blocks of the previous turn, in their order.');
  const first = messages[at]!.content.slice(0, results.length * 2).filter(
    (block) => !('cachePoint' in block),
  );
  if (first.slice(0, results.length).some((block) => !('toolResult' in block)))
    refuse('toolResult blocks must come first');
}

function checkDocuments(messages: readonly Message[]): void {
  const names: string[] = [];
  for (const { content } of messages) {
    const documents = content.flatMap((block) => (block['document'] ? [block['document'] as Fields] : []));
    if (documents.length > 0 && !content.some((block) => 'text' in block))
      refuse('A text block is required with documents.');
    names.push(...documents.map(({ name }) => String(name)));
  }
  if (names.some((name) => !DOCUMENT_NAME.test(name) || name.length > 200)) refuse('invalid document name');
  if (new Set(names).size !== names.length) refuse('Duplicate document names are not allowed.');
  if (names.length > MAX_DOCUMENTS) refuse('too many documents');
}

function checkInference({ maxTokens, temperature, topP, ...rest }: Fields): void {
  for (const name of Object.keys(rest)) if (name !== 'stopSequences') refuse(`unknown field ${name}`);
  if (!(Number(maxTokens ?? 1) >= 1)) refuse('maxTokens must be at least 1');
  for (const value of [temperature, topP])
    if (value !== undefined && !(Number(value) >= 0 && Number(value) <= 1)) refuse('must be from 0 to 1');
}

function checkTools(body: Fields, messages: readonly Message[]): void {
  const config = body['toolConfig'] as { tools: { toolSpec?: Fields }[]; toolChoice?: Fields } | undefined;
  const hasCalls = messages.some(({ content }) => content.some((block) => 'toolUse' in block));
  if (!config && hasCalls) refuse('The toolConfig field must be defined when using toolUse blocks.');
  for (const { toolSpec } of config?.tools ?? []) {
    if (!toolSpec) continue;
    const { name, inputSchema } = toolSpec as { name: string; inputSchema: { json: Fields } };
    if (!NAME.test(name)) refuse(`invalid tool name ${name}`);
    if (inputSchema.json['type'] !== 'object') refuse('The type of a tool’s schema must be object.');
  }
}
