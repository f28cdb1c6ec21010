/** The inference hook: a server of an organization that says yes or no before a model runs (POLICY). */
export { inferenceHookModule } from './inference-hook-module.ts';
export type { CallPolicy } from './ask/call-policy.ts';
export { InferenceHooks } from './ask/inference-hooks.ts';
export type { ShownPrompt } from './ask/write-prompt.ts';
export { openInferenceHook } from './open-inference-hook.ts';
