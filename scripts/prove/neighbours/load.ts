/** What a load is given: the service, and the credentials of the tenant that makes it. */
export interface LoadTarget {
  readonly url: string;
  readonly privateKey: string;
  readonly codeKeys: readonly string[];
  readonly adminKey: string;
  /** Where the service looks for the engine of the model `Elsewhere`. A load may listen there. */
  readonly enginePort: number;
  /** Of the service, where it has one of its own in PostgreSQL. */
  readonly databaseUrl: string | undefined;
}

/** What of the measured tenant has to go on beside its calls. */
export type Lane = 'batch' | 'file' | 'connector' | 'sign-in';

/** What one tenant, or a stranger, does to the service while another tenant is measured. */
export interface Load {
  readonly name: string;
  readonly lane?: Lane;
  /** The embedded one when absent. */
  readonly database?: 'postgres';
  /** Runs on a thread of its own until the signal fires. `sent` counts the bytes that the service may hold memory for. */
  run(target: LoadTarget, sent: (bytes: number) => void, signal: AbortSignal): Promise<void>;
}
