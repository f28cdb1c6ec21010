import type { EngineFault, Engine, EngineEvent, EngineRun, EngineSink } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';

/** One call that a fake engine received: the test decides the response, even during the start. */
export interface FakeCall {
  readonly request: GenerateRequest;
  readonly model: string;
  readonly sink: EngineSink;
  aborted: boolean;
  resumed: number;
}

export type FakeBehaviour = (call: FakeCall) => void;

export const replies: FakeBehaviour = ({ sink }) => {
  sink.event({ type: 'text', text: 'answer' });
  sink.event({ type: 'stop', reason: 'end_turn' });
  sink.end();
};

export function failsWith(fault: EngineFault, ...before: EngineEvent[]): FakeBehaviour {
  return ({ sink }) => {
    for (const event of before) sink.event(event);
    sink.fail(fault);
  };
}

/** An engine controlled by a test. Without a behaviour its calls stay open. */
export class FakeEngine implements Engine {
  readonly calls: FakeCall[] = [];
  closed = false;
  behaviour: FakeBehaviour;

  constructor(behaviour: FakeBehaviour = () => {}) {
    this.behaviour = behaviour;
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const call: FakeCall = { request, model, sink, aborted: false, resumed: 0 };
    this.calls.push(call);
    this.behaviour(call);
    return { resume: () => void call.resumed++, abort: () => void (call.aborted = true) };
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}
