import { countPromptTokensInBackground } from '#engine';
import type { Authenticated, Parsed, Selected } from '#exchange';

/** The tokens of a call's prompt, counted unless selecting its model already required it. */
export async function countPrompt({
  call,
  admission: { promptTokens, maxOutputTokens },
  credential: { organizationId },
}: Authenticated & Parsed & Selected): Promise<number> {
  return promptTokens ?? countPromptTokensInBackground({ ...call, maxOutputTokens }, organizationId);
}
