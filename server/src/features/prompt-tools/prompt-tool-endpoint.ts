import type { ErrorRendering, ModelEndpoint } from '#exchange';
import { PromptToolAnswer } from './prompt-tool-answer.ts';

/** The shape of what prompt tools answer. Their bodies are parsed by the schemas of their operations. */
export function promptToolEndpoint(errors: ErrorRendering): Pick<ModelEndpoint, 'encoder'> {
  return { encoder: (exchange) => new PromptToolAnswer(exchange, errors) };
}
