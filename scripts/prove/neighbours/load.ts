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
  /** Runs on a thread of its own until the signal fires. */
  run(target: LoadTarget, hold: Hold, signal: AbortSignal): Promise<void>;
}

/** Counts bytes for which the service may hold memory while the work lasts: what it was sent, or what that becomes where it reserves so much. */
export type Hold = <T>(bytes: number, work: Promise<T>) => Promise<T>;
