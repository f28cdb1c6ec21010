/** Prompt tools: a model drafts, improves and generalises prompts (platform contract §4.9). */
export { promptToolEndpoint } from './prompt-tool-endpoint.ts';
export { promptToolsModule } from './prompt-tools-module.ts';
