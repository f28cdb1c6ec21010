import type { ControlHandlers } from '../control/index.ts';

/** What serves, one process or several, as the start command holds it. */
export interface RunningProcesses {
  readonly handlers: ControlHandlers;
  /** Takes a changed configuration file, or throws and keeps the old one. */
  reload(): Promise<{ changed: boolean }>;
  drain(): Promise<void>;
}
