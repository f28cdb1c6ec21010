import type { Deployment } from '#config';
import type { DownRoute, KeyName } from '#engine';
import type { Readiness } from '#http';
import type { MetricsSnapshot } from '#telemetry';
import type { ControlRoute } from '../../control/index.ts';

/** The configuration as the parent read it: workers that read the file themselves could each see another version. */
export type ConfigurationText = Pick<Deployment, 'text' | 'source' | 'directory'>;

export interface StartOrder {
  /** The port, which the parent has taken. */
  readonly port: number;
  readonly configuration: ConfigurationText;
  /** By how much the test clock was moved already. */
  readonly clockOffsetMs: number;
  /** Whether this worker provisions and makes the first key. */
  readonly provisions: boolean;
}

/** What a worker does for its parent. All but `start` and `drain` wait until it has started. */
export interface WorkerHandlers {
  /** Answers with what a start prints. */
  start(order: StartOrder): Promise<readonly string[]>;
  reload(configuration: ConfigurationText): Promise<unknown>;
  control(request: {
    readonly route: ControlRoute;
    readonly body: Readonly<Record<string, unknown>>;
  }): Promise<object>;
  flushUsage(): Promise<void>;
  readiness(): Promise<Readiness>;
  downRoutes(): Promise<readonly DownRoute[]>;
  restoreKeys(names: readonly KeyName[]): Promise<readonly KeyName[]>;
  metrics(): Promise<MetricsSnapshot>;
  advance(byMs: number): Promise<void>;
  /** Answers at once; the process ends when it has drained. */
  drain(): Promise<void>;
}

/** What a parent does for a worker that was asked about all of them. */
export interface ParentHandlers {
  readiness(): Promise<Readiness>;
  reload(): Promise<unknown>;
  advance(byMs: number): Promise<void>;
}
