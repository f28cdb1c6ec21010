/** Metrics of tunnels. */
export interface TunnelMeters {
  /** A call has ended. `outcome`: `answered`, or why not. */
  called(outcome: string): void;
  transferred(direction: 'request' | 'reply', bytes: number): void;
  /** A connector was refused, or its connection closed for a violation. `code`: of the close frame. */
  refused(code: string): void;
}
