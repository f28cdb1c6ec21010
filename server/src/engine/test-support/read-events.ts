import type { EngineEvent } from '../events.ts';

export function textIn(events: readonly EngineEvent[], type: 'text' | 'reasoning' = 'text'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

export function callsIn(events: readonly EngineEvent[]): { name: string; arguments: string }[] {
  const calls = new Map<number, { name: string; arguments: string }>();
  for (const event of events) {
    if (event.type === 'tool_call_start') calls.set(event.call, { name: event.name, arguments: '' });
    if (event.type === 'tool_call_delta') calls.get(event.call)!.arguments += event.arguments;
  }
  return [...calls.values()];
}

export function stopIn(events: readonly EngineEvent[]): string | undefined {
  return events.find((event) => event.type === 'stop')?.reason;
}

export function usageIn(events: readonly EngineEvent[]) {
  return events.find((event) => event.type === 'usage')?.usage;
}
