import type { Engine, EngineRun } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { RecordingSink } from './recording-sink.ts';
import { requestOf } from './requests.ts';

/** One generation by an engine alone. */
export interface EngineCall {
  readonly sink: RecordingSink;
  readonly run: EngineRun;
}

export function beginAt(
  engine: Engine,
  request: Partial<GenerateRequest> = {},
  sink = new RecordingSink(),
): EngineCall {
  return { sink, run: engine.start(requestOf(request), 'upstream-name', sink) };
}

/** Resolves when it has received the final event. */
export async function completeAt(
  engine: Engine,
  request: Partial<GenerateRequest> = {},
): Promise<RecordingSink> {
  const { sink } = beginAt(engine, request);
  await sink.done;
  return sink;
}
