import type { Deployment, Environment } from '#config';
import type { FirstOrganization, ProvisionResult } from '#features/provisioning';
import type { Readiness } from '#http';
import type { Clock, Log } from '#kit';
import type { MetricsSnapshot } from '#telemetry';
import type { OperatorCommands } from './operator-commands.ts';

export interface ServiceOptions {
  readonly environment: Environment;
  readonly log?: Log;
  readonly clock?: Clock;
  /** Absent: read as the environment says. */
  readonly deployment?: Deployment;
  /** Present when several processes serve the port, which the environment then names, together. */
  readonly peers?: Peers;
  /** Called when everything is there, before the service says that it is ready: what is shown only once is shown by then. */
  readonly announce?: (service: Service) => void;
}

/** What concerns all processes that serve one port. */
export interface Peers {
  /** Whether this one does what a start does once: provisioning, the first key. */
  readonly provisions: boolean;
  readiness(): Promise<Readiness>;
  /** The configuration file as it is now, read with the environment that all of them have. Throws a ConfigError. */
  readFile(): Deployment;
  /** Has all of them take the changed configuration file, or none. */
  reload(): Promise<unknown>;
  /** Moves the test clock of all of them, this one included. */
  advance(byMs: number): Promise<void>;
}

/** A running service, as the command line, the control socket and tests hold it. */
export interface Service {
  readonly baseUrl: string;
  readonly port: number;
  /** Where it listens, as a URL. */
  readonly address: string;
  /** The first private key, made when the database was empty. Shown once. */
  readonly firstKey: FirstOrganization | undefined;
  /** What provisioning at start made. */
  readonly provisioned: ProvisionResult | undefined;
  /** Whether owners record payments themselves, which gives them credits without limit. */
  readonly ownersRecordPayments: boolean;
  /** Ids of models whose use costs nothing, because nobody has set a price. */
  readonly modelsWithoutPrice: readonly string[];
  readiness(): Readiness;
  /** Takes a changed configuration file. Throws `ConfigError` and keeps the old one when the new one is bad. */
  reload(next?: Deployment): Promise<{ changed: boolean }>;
  /** What the operator may do to it. Throws while the service starts or stops. */
  readonly operator: OperatorCommands;
  /** Resolves when the usage of everything answered until now is in the database. */
  flushUsage(): Promise<void>;
  /** What was counted until now, for a process that adds up several. */
  metrics(): Promise<MetricsSnapshot>;
  /** Stops accepting, lets answers finish within `drain_seconds`, writes down what is counted, and closes everything. */
  drain(): Promise<void>;
}
