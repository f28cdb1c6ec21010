import { createClock, Secret } from '#kit';
import type { EngineConfig, RouteConfig } from '#config';
import { ConversationKey } from '../conversation-key.ts';
import { Generation } from '../generation/generation.ts';
import { FakeEngine, replies, type FakeBehaviour } from './fake-engine.ts';
import { route } from './generation-bench.ts';
import { RecordingSink } from './recording-sink.ts';
import { requestOf } from './requests.ts';
import { silentLog } from './silent-log.ts';

interface KeyOptions {
  readonly weight?: number;
  readonly maxConcurrency?: number;
}

interface EngineShape {
  readonly fields: object;
  readonly credential: (key: string) => object;
  /** The key that an engine is created with. */
  readonly keyOf: (config: EngineConfig) => string | undefined;
}

/** What tells the types of engines apart: where the credential of a key stands. */
export const SHAPES: Readonly<Record<string, EngineShape>> = {
  openai: {
    fields: { type: 'openai', embeddings_per_request: 256, response_formats: [] },
    credential: (key) => ({ api_key: new Secret(key) }),
    keyOf: (config) => ('api_key' in config ? config.api_key?.reveal() : undefined),
  },
  'azure-openai with entra': {
    fields: { type: 'azure-openai', embeddings_per_request: 256, response_formats: [] },
    credential: (key) => ({ entra: { client_id: key } }),
    keyOf: (config) => ('entra' in config ? config.entra?.client_id : undefined),
  },
  bedrock: {
    fields: { type: 'bedrock', region: 'eu-central-1' },
    credential: (key) => ({ credentials: { type: 'bearer', token: new Secret(key) } }),
    keyOf: (config) =>
      'credentials' in config && config.credentials?.type === 'bearer'
        ? config.credentials.token.reveal()
        : undefined,
  },
  vertex: {
    fields: { type: 'vertex', project: 'acme' },
    credential: (key) => ({ credentials: { type: 'service_account', client_email: key } }),
    keyOf: (config) =>
      'credentials' in config && config.credentials?.type === 'service_account'
        ? config.credentials.client_email
        : undefined,
  },
};

type Keys = Readonly<Record<string, KeyOptions>>;

export function engineWith(keys: Keys, { fields, credential }: EngineShape): EngineConfig {
  return {
    ...fields,
    base_url: 'http://engine.test/v1',
    headers: {},
    max_concurrency: 8,
    timeouts: { first_output_s: 60, silence_s: 60, total_s: 60 },
    keys: Object.entries(keys).map(([name, { weight = 1, maxConcurrency }]) => ({
      name,
      weight,
      ...credential(name),
      ...(maxConcurrency === undefined ? {} : { max_concurrency: maxConcurrency }),
    })),
    // What no key depends on is left out.
  } as unknown as EngineConfig;
}

/** Engines by name, each with keys behind which a fake of the key's name answers. */
export class KeyBench implements AsyncDisposable {
  readonly fakes = new Map<string, FakeEngine>();
  readonly generation: Generation;
  readonly config;

  constructor(
    shape: EngineShape,
    engines: Readonly<Record<string, Keys>>,
    routes: readonly RouteConfig[] = Object.keys(engines).map((name) => route(name)),
  ) {
    this.config = {
      engines: Object.fromEntries(
        Object.entries(engines).map(([name, keys]) => [name, engineWith(keys, shape)]),
      ),
      models: [{ id: 'm', routes }],
    };
    this.generation = new Generation({
      config: this.config,
      clock: createClock(),
      log: silentLog,
      createEngine: (config) => {
        const fake = new FakeEngine(replies);
        this.fakes.set(shape.keyOf(config) ?? '', fake);
        return fake;
      },
    });
  }

  fake(key: string): FakeEngine {
    return this.fakes.get(key)!;
  }

  set(key: string, behaviour: FakeBehaviour): void {
    this.fake(key).behaviour = behaviour;
  }

  calls(): Record<string, number> {
    return Object.fromEntries([...this.fakes].map(([name, { calls }]) => [name, calls.length]));
  }

  /** `words`: the conversation. */
  ask(words = 'Hi'): RecordingSink {
    const sink = new RecordingSink();
    const turns = [{ role: 'user' as const, blocks: [{ type: 'text' as const, text: words }] }];
    const owner = { organizationId: 'org', workspaceId: 'w' };
    const conversation = new ConversationKey(owner, { turns, tools: [] });
    const lease = this.generation.admit(this.config.models[0]!, 'org', undefined, { conversation });
    if (lease instanceof Promise) throw new Error('asked other nodes');
    this.generation.run(lease, requestOf(), sink);
    return sink;
  }

  keys() {
    return this.generation
      .stats()
      .flatMap(({ keys }) => keys.map(({ name, state, reason }) => [name, state, reason]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.generation.close();
  }
}
