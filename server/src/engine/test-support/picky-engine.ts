import { createClock } from '#kit';
import {
  startScriptedUpstream,
  textReply,
  type PlannedReply,
  type RecordedRequest,
  type ScriptedUpstream,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import { Generation } from '../generation/generation.ts';
import type { GenerationConfig } from '../served-model.ts';
import { silentLog } from './silent-log.ts';
import { admitSync, engineConfig, route } from './generation-bench.ts';
import { RecordingSink } from './recording-sink.ts';
import { requestOf } from './requests.ts';
import type { GenerateRequest } from '../turns.ts';

const MODEL = { id: 'm', routes: [route('main')] };

/** A scripted server that refuses some requests, behind a `Generation`. */
export class PickyEngine implements AsyncDisposable {
  readonly up: ScriptedUpstream;
  readonly generation: Generation;
  readonly config: GenerationConfig;

  private constructor(up: ScriptedUpstream, config: GenerationConfig) {
    this.up = up;
    this.config = config;
    this.generation = new Generation({ config, clock: createClock(), log: silentLog });
  }

  static async start(type: 'openai' | 'anthropic', more: object = {}): Promise<PickyEngine> {
    const up = await startScriptedUpstream();
    const engine = {
      ...engineConfig(),
      type,
      base_url: up.baseUrl,
      headers: {},
      embeddings_per_request: 256,
      response_formats: [],
      ...more,
    } as never;
    const config = { engines: { main: engine }, models: [MODEL] };
    return new PickyEngine(up, config);
  }

  /** Refuses what `refuses` says, and answers all else. */
  refuse(
    refuses: (body: Readonly<Record<string, unknown>>) => PlannedReply | undefined,
    hello = textReply('Hello'),
  ): void {
    this.up.script((request: RecordedRequest) => refuses(request.body) ?? hello);
  }

  async ask(request: Partial<GenerateRequest> = {}): Promise<RecordingSink> {
    const sink = new RecordingSink();
    this.generation.run(admitSync(this.generation, MODEL, 'org'), requestOf(request), sink);
    await sink.done;
    return sink;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.generation.close();
    await this.up.close();
  }
}
