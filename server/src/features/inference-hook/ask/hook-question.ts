import { JsonWriter } from './json-writer.ts';
import { writeInput, writePrompt, type ShownPrompt } from './write-prompt.ts';

/** Of a whole request to a hook. What is beyond is cut, and `truncated` says so (POLICY-19). */
const LIMIT_BYTES = 8 * 1_048_576;

/** What a question says besides the prompt. */
export interface HookQuestion {
  readonly id: string;
  readonly type: 'prompt' | 'tool_call';
  readonly created_at: string;
  readonly organization_id: string;
  readonly workspace_id: string | null;
  readonly request_id: string;
  readonly endpoint: string;
  readonly model: string;
  readonly actor: { readonly type: 'api_key' | 'user'; readonly id: string };
  readonly end_user_id: string | null;
}

/** A call of a tool on the service's side. */
export interface AskedTool {
  readonly name: string;
  readonly kind: string;
  /** As the model wrote it. */
  readonly input: string;
}

/** The body of a request to a hook. */
export async function writeQuestion(
  question: HookQuestion,
  prompt: ShownPrompt,
  tool?: AskedTool,
): Promise<string> {
  const writer = new JsonWriter(LIMIT_BYTES);
  writer.raw(`${JSON.stringify(question).slice(0, -1)},`);
  // Before the prompt, which may be cut.
  if (tool) {
    writer.raw(`"tool":{"name":${JSON.stringify(tool.name)},"kind":${JSON.stringify(tool.kind)},`);
    await writeInput(writer, tool.input);
    writer.raw(',');
  }
  await writePrompt(writer, prompt);
  writer.raw('}');
  return writer.toString();
}
