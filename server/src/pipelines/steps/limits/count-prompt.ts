import { countPromptTokensInBackground } from '#engine';
import type { Parsed, Selected } from '#exchange';

/** Tokens of the prompt of a call, counted unless its model could not be chosen without. */
export async function countPrompt({
  call,
  admission: { promptTokens, maxOutputTokens },
}: Parsed & Selected): Promise<number> {
  return promptTokens ?? countPromptTokensInBackground({ ...call, maxOutputTokens });
}
