/** Prompt templates: versioned prompts of a workspace that model calls refer to (platform contract §2.9, §4.9). */
export { PromptDirectory, type StoredPrompt } from './prompt-directory.ts';
export { promptTemplatesModule } from './prompt-templates-module.ts';
export { fillMessages, fillStored, fitPrompt, tooLargePrompt, type FittingPrompt } from './render-prompt.ts';
export { cutMessages } from './placeholders.ts';
export { openPromptTemplates } from './open-prompt-templates.ts';
