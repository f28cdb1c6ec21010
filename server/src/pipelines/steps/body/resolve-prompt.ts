import { promptBytes } from '#engine';
import type { Authenticated, Exchange, ModelEndpoint, Parsed, RenderedMessage, Step } from '#exchange';
import {
  fitPrompt,
  tooLargePrompt,
  type PromptDirectory,
  type StoredPrompt,
} from '#features/prompt-templates';
import type { BodyReader } from '../../bodies/body-reader.ts';
import type { ParseDeps } from './parse-call.ts';

export interface ResolvePromptDeps extends ParseDeps {
  readonly prompts: PromptDirectory;
}

/**
 * Replaces a prompt template by its messages (D-PTPL-5), after the body's fields are checked and before any
 * step that reads the conversation: 404 for the template, 400 for its variables, then 413 and 400 as if the
 * messages had been sent. Later steps do not know of the template. Synchronous while its version is cached and the messages are small;
 * does nothing for a call without a template.
 */
export function resolvePrompt(
  { prompts, bodyReader }: ResolvePromptDeps,
  endpoint: ModelEndpoint,
): Step<Exchange & Authenticated & Parsed> {
  return (exchange) => {
    const { prompt } = exchange.call;
    if (!prompt) return;
    const resolve = (stored: StoredPrompt | undefined): void | Promise<void> =>
      addMessages(exchange, endpoint, stored, bodyReader);
    const found = prompts.find(exchange.credential.workspaceId, prompt.template);
    return found instanceof Promise ? found.then(resolve) : resolve(found);
  };
}

function addMessages(
  exchange: Exchange & Authenticated & Parsed,
  { bodyLimitBytes, addPrompt }: ModelEndpoint,
  stored: StoredPrompt | undefined,
  bodyReader: BodyReader,
): void | Promise<void> {
  const { call, tenant } = exchange;
  const { prompt } = call;
  if (!prompt || !addPrompt) return;
  const limitBytes = bodyLimitBytes();
  const fitting = fitPrompt(stored, prompt, limitBytes);
  // What the caller sent beside the template counts too.
  if (promptBytes(call) + fitting.bytes > limitBytes) throw tooLargePrompt(limitBytes);
  const add = (messages: readonly RenderedMessage[]): void => {
    const requestedModel = call.requestedModel ?? stored?.model ?? undefined;
    exchange.call = addPrompt({ ...call, requestedModel }, messages);
  };
  const messages = bodyReader.render(tenant, fitting);
  return messages instanceof Promise ? messages.then(add) : add(messages);
}
