import { promptBytes } from '#engine';
import type { Authenticated, Exchange, ModelEndpoint, Parsed, Step } from '#exchange';
import {
  renderPrompt,
  tooLargePrompt,
  type PromptDirectory,
  type StoredPrompt,
} from '#features/prompt-templates';

export interface ResolvePromptDeps {
  readonly prompts: PromptDirectory;
}

/**
 * Replaces a prompt template by its messages (D-PTPL-5), after the body's fields are checked and before any
 * step that reads the conversation: 404 for the template, 400 for its variables, then 413 and 400 as if the
 * messages had been sent. Later steps do not know of the template. Synchronous while its version is cached;
 * does nothing for a call without a template.
 */
export function resolvePrompt(
  { prompts }: ResolvePromptDeps,
  endpoint: ModelEndpoint,
): Step<Exchange & Authenticated & Parsed> {
  return (exchange) => {
    const { prompt } = exchange.call;
    if (!prompt) return;
    const found = prompts.find(exchange.credential.workspaceId, prompt.template);
    return found instanceof Promise
      ? found.then((stored) => addMessages(exchange, endpoint, stored))
      : addMessages(exchange, endpoint, found);
  };
}

function addMessages(
  exchange: Exchange & Authenticated & Parsed,
  { bodyLimitBytes, addPrompt }: ModelEndpoint,
  stored: StoredPrompt | undefined,
): void {
  const { call } = exchange;
  const { prompt } = call;
  if (!prompt || !addPrompt) return;
  const limitBytes = bodyLimitBytes();
  const messages = renderPrompt(stored, prompt, limitBytes);
  const requestedModel = call.requestedModel ?? stored?.model ?? undefined;
  exchange.call = addPrompt({ ...call, requestedModel }, messages);
  if (promptBytes(exchange.call) > limitBytes) throw tooLargePrompt(limitBytes);
}
