import type { UploadTarget } from '../load/job.ts';
import type { Started } from '../processes/children.ts';

/** What every contender is given when it starts. */
export interface Surroundings {
  readonly upstreamPort: number;
  /** A folder of this start's own, for configuration, data and logs. */
  readonly folder: string;
  /** The processor contenders run on. */
  readonly cpu: number;
  /** Where to leave CPU profiles, when they are wanted. */
  readonly profileFolder?: string;
}

export interface RunningContender {
  readonly port: number;
  /** Sent in rotation: one set per API key. */
  readonly headerSets: readonly (readonly string[])[];
  /** Absent where it takes no files. */
  readonly upload?: UploadTarget;
  /** Absent when the contender is the mock itself. */
  readonly process?: Started;
  stop(): Promise<void>;
}

/** One thing requests are sent through. */
export interface Contender {
  readonly name: string;
  /** Name and version for the report, or why it cannot run here. */
  describe(): { readonly version: string } | { readonly missing: string };
  start(surroundings: Surroundings): Promise<RunningContender>;
}

/** What contenders without keys are sent. */
export const PLAIN_HEADERS: readonly (readonly string[])[] = [['authorization: Bearer sk-bench']];
