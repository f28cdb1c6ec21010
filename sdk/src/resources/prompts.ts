import type { RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  GeneratePromptBody,
  ImprovePromptBody,
  PromptToolResult,
  TemplatizePromptBody,
} from '../generated/types.ts';
import { PromptTemplates } from './prompt-templates.ts';

/** Prompts of the key's workspace. Takes a private key. */
export class Prompts {
  readonly templates: PromptTemplates;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.templates = new PromptTemplates(transport);
    this.#transport = transport;
  }

  /** Has a model draft a prompt for a task. */
  generate(body: GeneratePromptBody, options?: RequestOptions): Promise<PromptToolResult> {
    return this.#transport.json({ ...PATHS.generatePrompt, body, repetition: 'charged' }, options);
  }

  /** Has a model improve a prompt by what is wrong with its replies. */
  improve(body: ImprovePromptBody, options?: RequestOptions): Promise<PromptToolResult> {
    return this.#transport.json({ ...PATHS.improvePrompt, body, repetition: 'charged' }, options);
  }

  /** Has a model turn a prompt that is filled in into a template, whose variables have the values it was filled in with. */
  templatize(body: TemplatizePromptBody, options?: RequestOptions): Promise<PromptToolResult> {
    return this.#transport.json({ ...PATHS.templatizePrompt, body, repetition: 'charged' }, options);
  }
}
