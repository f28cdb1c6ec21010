/** What a load is given: the service, and the credentials of the tenant that makes it. */
export interface LoadTarget {
  readonly url: string;
  readonly privateKey: string;
  readonly codeKeys: readonly string[];
  readonly adminKey: string;
}

/** What one tenant, or a stranger, does to the service while another tenant is measured. */
export interface Load {
  readonly name: string;
  /** What of the other tenant must go on: calls are always measured; `lane` is a job that waits in one queue with those of the load. */
  readonly lane?: 'batch' | 'file';
  /** Runs on a thread of its own until the signal fires. `sent` counts the bytes that the service may hold memory for. */
  run(target: LoadTarget, sent: (bytes: number) => void, signal: AbortSignal): Promise<void>;
}
