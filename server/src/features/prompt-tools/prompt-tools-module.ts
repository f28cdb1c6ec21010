import type { PromptTool } from '@svc/contract';
import type { CallerExchange, Parsed, Step } from '#exchange';
import type { ModelCatalog } from '#features/models';
import type { Module, WorkspaceHandlers } from '#features/module';
import { promptToolCall, type PromptToolBody } from './prompt-tool-call.ts';

export interface PromptToolsModuleDeps {
  readonly catalog: () => ModelCatalog;
  /** The steps of a model call whose conversation is known. They answer. */
  readonly run: Step<CallerExchange & Parsed>;
}

export function promptToolsModule({ catalog, run }: PromptToolsModuleDeps) {
  const answer = async (exchange: CallerExchange, tool: PromptTool): Promise<void> => {
    // The schema of the operation has checked it.
    const body = exchange.input.body as PromptToolBody;
    const call = promptToolCall(tool, body, catalog().defaultModel.id);
    // What the Console asks for a person is reported like the same call by a key.
    exchange.metering = { endpoint: `/v1/prompts/${tool}`, refusedIsFree: true };
    await run(Object.assign(exchange, { call }));
  };
  return {
    workspace: {
      generatePrompt(exchange) {
        return answer(exchange, 'generate');
      },
      improvePrompt(exchange) {
        return answer(exchange, 'improve');
      },
      templatizePrompt(exchange) {
        return answer(exchange, 'templatize');
      },
    } satisfies Partial<WorkspaceHandlers>,
    holdsContent: 'nothing',
  } satisfies Module;
}
