/** Prompt tools: a model drafts, improves and generalises prompts (platform contract §4.9). */
export { promptToolsModule, type PromptCallShape } from './prompt-tools-module.ts';
