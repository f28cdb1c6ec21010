import type { Metrics } from '#kit';

/** Metrics of tunnels. */
export interface TunnelMeters {
  /** A call has ended. `outcome`: `answered`, or why not. */
  called(outcome: string): void;
  transferred(direction: 'request' | 'reply', bytes: number): void;
  /** A connector was refused, or its connection closed for a violation. `code`: of the close frame. */
  refused(code: string): void;
}

export function tunnelMeters(metrics: Metrics): TunnelMeters {
  const calls = metrics.counter('svc_tunnel_calls_total', 'Calls through tunnels by how they ended', [
    'outcome',
  ]);
  const bytes = metrics.counter('svc_tunnel_bytes_total', 'Bytes of bodies through tunnels', ['direction']);
  const refusals = metrics.counter(
    'svc_tunnel_refusals_total',
    'Connectors that were turned away, by close code',
    ['code'],
  );
  return {
    called: (outcome) => calls(1, outcome),
    transferred: (direction, count) => bytes(count, direction),
    refused: (code) => refusals(1, code),
  };
}
