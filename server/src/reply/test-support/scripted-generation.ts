import type {
  CapacityLease,
  EngineFault,
  EngineEvent,
  EngineRun,
  EngineSink,
  Generation,
  GenerateRequest,
} from '#engine';
import { SweepSet } from '#kit';

/** What one generation says: its events, and how it ends. `hang`: it does not. */
export interface Script {
  readonly events: readonly EngineEvent[];
  readonly fault?: EngineFault;
  readonly hang?: true;
}

export function replyScript(text: string, outputTokens = 10): Script {
  return {
    events: [
      { type: 'text', text },
      { type: 'stop', reason: 'end_turn' },
      { type: 'usage', usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 } },
    ],
  };
}

/** Calls functions by name, each with the input `{"q":1}`. */
export function calls(...names: string[]): Script {
  const events = names.flatMap((name, call): EngineEvent[] => [
    { type: 'tool_call_start', call, id: `id_${call}`, name },
    { type: 'tool_call_delta', call, arguments: '{"q":' },
    { type: 'tool_call_delta', call, arguments: '1}' },
  ]);
  const usage = { inputTokens: 50, cachedInputTokens: 5, outputTokens: 20, reasoningTokens: 0 };
  return { events: [...events, { type: 'stop', reason: 'tool_call' }, { type: 'usage', usage }] };
}

/** Plays one script after the other, and keeps what was asked of it. */
export class ScriptedGeneration implements Pick<
  Generation,
  'admit' | 'admitInBackground' | 'enginesKeepingNothing' | 'run' | 'longReplies'
> {
  readonly longReplies: Generation['longReplies'] = new SweepSet();
  readonly requests: GenerateRequest[] = [];
  /** Those that were used. */
  readonly leases: CapacityLease[] = [];
  readonly #scripts: Script[];
  /** Slots that are held. */
  slots = 0;
  aborted = 0;
  refusal: Error | undefined;

  constructor(...scripts: Script[]) {
    this.#scripts = scripts;
  }

  enginesKeepingNothing(): undefined {}

  admitInBackground(): CapacityLease {
    return this.admit();
  }

  admit(): CapacityLease {
    if (this.refusal) throw this.refusal;
    this.slots++;
    let held = true;
    const release = (): void => {
      if (held) this.slots--;
      held = false;
    };
    return { release } as CapacityLease;
  }

  run(lease: CapacityLease, request: GenerateRequest, sink: EngineSink): EngineRun {
    this.requests.push(request);
    this.leases.push(lease);
    const script = this.#scripts.shift();
    let open = true;
    setImmediate(() => {
      if (!open || !script || script.hang) return;
      for (const event of script.events) sink.event(event);
      lease.release();
      if (script.fault) sink.fail(script.fault);
      else sink.end();
    });
    return {
      resume() {},
      abort: () => {
        if (open) this.aborted++;
        open = false;
        lease.release();
      },
    };
  }
}
