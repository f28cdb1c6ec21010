import type { PromptTool } from '@svc/contract';
import type {
  CallerExchange,
  CallMetering,
  ErrorRendering,
  GenerationExchange,
  InferenceCall,
  ResponseEncoder,
  Step,
} from '#exchange';
import type { ModelCatalog } from '#features/models';
import type { Module, WorkspaceHandlers } from '#features/module';
import { PromptToolEncoder } from './prompt-tool-encoder.ts';
import { promptToolCall, type PromptToolBody } from './prompt-tool-call.ts';

/** What a tool asks a model, and how its response is made of the reply. */
export interface PromptCallShape {
  readonly metering: CallMetering;
  callOf(exchange: CallerExchange): InferenceCall;
  encoder(exchange: GenerationExchange): ResponseEncoder;
}

export interface PromptToolsModuleDeps {
  readonly catalog: () => ModelCatalog;
  readonly errors: ErrorRendering;
  /** Makes a model call of this shape for each request, and answers it. */
  readonly pipeline: (shape: PromptCallShape) => Step<CallerExchange>;
}

export function promptToolsModule({ catalog, errors, pipeline }: PromptToolsModuleDeps) {
  const stepsOf = (tool: PromptTool): Step<CallerExchange> =>
    pipeline({
      metering: { endpoint: `/v1/prompts/${tool}`, refusedIsFree: true },
      // The schema of the operation has checked the body.
      callOf: ({ input }) => promptToolCall(tool, input.body as PromptToolBody, catalog().defaultModel.id),
      encoder: (exchange) => new PromptToolEncoder(exchange, errors, tool),
    });
  const generate = stepsOf('generate');
  const improve = stepsOf('improve');
  const templatize = stepsOf('templatize');
  return {
    workspace: {
      async generatePrompt(exchange) {
        await generate(exchange);
      },
      async improvePrompt(exchange) {
        await improve(exchange);
      },
      async templatizePrompt(exchange) {
        await templatize(exchange);
      },
    } satisfies Partial<WorkspaceHandlers>,
    holdsContent: 'nothing',
  } satisfies Module;
}
