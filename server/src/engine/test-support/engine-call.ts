import type { Engine, EngineRun } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { RecordingSink } from './recording-sink.ts';
import { requestOf } from './requests.ts';

/** One generation asked of an engine by itself. */
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

/** Resolves when it has heard the last word. */
export async function completeAt(
  engine: Engine,
  request: Partial<GenerateRequest> = {},
): Promise<RecordingSink> {
  const { sink } = beginAt(engine, request);
  await sink.done;
  return sink;
}
