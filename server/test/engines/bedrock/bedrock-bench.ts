import { afterEach, beforeEach } from 'vitest';
import {
  MAIN_KEY,
  startBedrockDouble,
  type BedrockDouble,
  type RunningService,
  type SeenCall,
} from '#test-kit';
import { serveEngine } from '../../api-formats/serve-engine.ts';
import { bedrockEngine } from './bedrock-engine.ts';

export const CLAUDE = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
export const NOVA = 'amazon.nova-pro-v1:0';
export const LLAMA = 'meta.llama4-maverick-17b-instruct-v1:0';

/** A double of Bedrock and a service with one of its models, both new for each test. */
export class BedrockBench {
  double!: BedrockDouble;
  service!: RunningService;

  constructor() {
    beforeEach(async () => {
      this.double = await startBedrockDouble();
    });
    afterEach(async () => {
      await this.service.stop();
      await this.double.close();
    });
  }

  async serve(model: string, engine: object = {}, more: object = {}): Promise<void> {
    this.service = await serveEngine(bedrockEngine(this.double, { ...engine }), {
      routes: [{ engine: 'main', model }],
      ...more,
    });
  }

  post(path: string, body: object): Promise<Response> {
    return this.service.post(path, MAIN_KEY, { model: 'Svc Standard', ...body });
  }

  get last(): SeenCall {
    return this.double.seen.at(-1)!;
  }

  get refusals(): string[] {
    return this.double.seen.flatMap(({ refusal }) => refusal ?? []);
  }
}
