import type { Server } from 'node:http';
import { join } from 'node:path';
import {
  boundBaseUrl,
  loadDataKey,
  loadDeployment,
  loadProvisioning,
  reloadDeployment,
  type Deployment,
  type Environment,
  type ProvisioningFile,
} from '#config';
import { warmTokenizer } from '#engine';
import type { ErrorRendering } from '#exchange';
import {
  closeGracefully,
  createErrorRendering,
  createListener,
  createServiceRoutes,
  openDoors,
  type Doors,
  type Readiness,
  type RouteTable,
} from '#http';
import { createClock, createLog, describeError, newId, type Clock, type Log } from '#kit';
import { announceEpochs, SharedCounters } from '#cluster';
import { applyProvisioning, ensureFirstOrganization, type FirstOrganization, type ProvisionResult } from '#features/provisioning';
import { checkLedger, grantCreditsTo, type Granted, type GrantRequest, type LedgerFinding } from '#features/billing';
import { revokeKey, type RevokedKey } from '#features/keys';
import { migrate, openStore, UsageJournal, type Store } from '#store';
import { openMetricsListener } from '#telemetry';
import { readNodeId } from './node-id.ts';
import { Overload } from './overload.ts';
import { Rooms } from './rooms.ts';
import { buildRoutes } from './routes.ts';
import { toApiError } from './to-api-error.ts';

export interface ServiceOptions {
  readonly environment: Environment;
  readonly log?: Log;
}

/** A running service, as the command line, the control socket and tests hold it. */
export interface Service {
  readonly baseUrl: string;
  readonly port: number;
  /** The first private key, made when the database was empty. Shown once. */
  readonly firstKey: FirstOrganization | undefined;
  /** What provisioning at start made. */
  readonly provisioned: ProvisionResult | undefined;
  readiness(): Readiness;
  /** Takes a changed configuration file. Throws `ConfigError` and keeps the old one when the new one is bad. */
  reload(): Promise<{ changed: boolean }>;
  /** In force on every node before this resolves: the very next request with the key is refused. */
  revokeKey(target: string): Promise<RevokedKey>;
  provision(file: ProvisioningFile, options: { update: boolean }): Promise<ProvisionResult>;
  /** Adds credits to an organization named by id or name. */
  grantCredits(request: GrantRequest): Promise<Granted>;
  /** Checks the books, with everything in them that was answered until now. */
  checkLedger(): Promise<readonly LedgerFinding[]>;
  /** Stops accepting, lets answers finish within `drain_seconds`, writes down what is counted, and closes everything. */
  drain(): Promise<void>;
}

/**
 * Brings everything up in the order in which it is needed. The port is taken first, so that a second service on it fails
 * before it touches a database; until all is ready every request is answered 503.
 */
export async function startService({ environment, log = createLog(environment.logLevel) }: ServiceOptions): Promise<Service> {
  const running = new RunningService(environment, log, loadDeployment(environment));
  try {
    await running.start();
  } catch (error) {
    await running.drain().catch(() => {});
    throw error;
  }
  return running;
}

class RunningService implements Service {
  readonly #environment: Environment;
  readonly #log: Log;
  readonly #clock: Clock = createClock();
  readonly #server: Server;
  readonly #errors: ErrorRendering;
  #deployment: Deployment;
  /** Requests whose answer is not over. */
  #answering = 0;
  #state: 'starting' | 'ready' | 'draining' = 'starting';
  #doors: Doors | undefined;
  #counters: SharedCounters | undefined;
  #routes: RouteTable | undefined;
  #store: Store | undefined;
  #journal: UsageJournal | undefined;
  #rooms: Rooms | undefined;
  #metricsServer: Server | undefined;
  #drained: Promise<void> | undefined;
  firstKey: FirstOrganization | undefined;
  provisioned: ProvisionResult | undefined;

  constructor(environment: Environment, log: Log, deployment: Deployment) {
    this.#environment = environment;
    this.#log = log;
    this.#deployment = deployment;
    const overload = new Overload(() => this.#deployment.config.limits.overloaded_retry_after_max_s);
    this.#errors = createErrorRendering(log, (cause, exchange) =>
      overload.rename(toApiError(cause, exchange, this.#deployment.config.limits), exchange, performance.now()),
    );
    this.#server = createListener({
      limits: deployment.config.limits,
      trustedProxies: deployment.config.network.trusted_proxies,
      clock: this.#clock,
      log,
      errors: this.#errors,
      routes: () => (this.#state === 'ready' ? this.#routes : undefined),
      service: createServiceRoutes(() => this.readiness(), this.#clock, environment.testClock),
      opened: () => this.#answering++,
      closed: (exchange) => {
        this.#answering--;
        // A metered run reports its own end, which comes after the record was written.
        if (!exchange.metered) this.#rooms?.finished(exchange, undefined);
      },
    });
  }

  get port(): number {
    if (!this.#doors) throw new Error('The service is not listening.');
    return this.#doors.port;
  }

  get baseUrl(): string {
    return boundBaseUrl(this.#environment, this.port);
  }

  async start(): Promise<void> {
    const { host, port, dataDir, databaseUrl } = this.#environment;
    this.#doors = await openDoors(this.#server, { port, host });
    this.#store = await openStore({ dataDir, log: this.#log, ...(databaseUrl ? { databaseUrl: databaseUrl.reveal() } : {}) });
    await migrate(this.#store);
    this.#journal = await UsageJournal.open({ directory: join(dataDir, 'journal'), db: this.#store.db, log: this.#log });
    const nodeId = readNodeId(dataDir, this.#clock.nowMs());
    this.#rooms = new Rooms({
      dataKey: await loadDataKey(this.#environment),
      counters: this.#openCounters(),
      nodeId,
      runId: `${nodeId}/${newId('run_', this.#clock.nowMs())}`,
      store: this.#store,
      journal: this.#journal,
      clock: this.#clock,
      log: this.#log,
      deployment: () => this.#deployment.config,
      errors: this.#errors,
    });
    await this.#provisionAtStart(this.#store);
    this.#routes = buildRoutes(this.#rooms, this.baseUrl);
    await this.#openMetrics(this.#rooms);
    // Loading the vocabulary blocks for a moment: better now than within somebody's request.
    await warmTokenizer();
    this.#noteUnused();
    this.#state = 'ready';
  }

  readiness(): Readiness {
    const configuration = this.#deployment.digest;
    if (this.#state !== 'ready') return { status: this.#state, degraded: [], configuration };
    const away = this.#rooms?.dependenciesAway() ?? [];
    if (away.length > 0) return { status: 'unavailable', degraded: away, configuration };
    const degraded = this.#rooms?.degraded() ?? [];
    return { status: degraded.length > 0 ? 'degraded' : 'ready', degraded, configuration };
  }

  async reload(): Promise<{ changed: boolean }> {
    const next = reloadDeployment(this.#environment);
    const changed = next.digest !== this.#deployment.digest;
    this.#rooms?.reconfigure(next.config);
    this.#deployment = next;
    this.#noteUnused();
    this.#log.info({ changed }, 'configuration reloaded');
    return { changed };
  }

  async revokeKey(target: string): Promise<RevokedKey> {
    const revoked = await revokeKey(this.#openStore().db, target, this.#clock.nowMs());
    this.#rooms?.forgetCredentials();
    await announceEpochs(this.#counters, [revoked], this.#log);
    return revoked;
  }

  async provision(file: ProvisioningFile, { update }: { update: boolean }): Promise<ProvisionResult> {
    // Without time limits: another node may hold the lock for longer than a request would wait.
    const result = await this.#openStore().withoutTimeLimits((db) => applyProvisioning(db, file, { update, clock: this.#clock }));
    this.#rooms?.forgetCredentials();
    const announced = announceEpochs(this.#counters, result.epochs, this.#log);
    // While it starts nobody waits for this node, and it must not wait for counters that are away.
    if (this.#state === 'starting')
      announced.catch((error: unknown) => this.#log.error({ error: describeError(error) }, 'a change was not announced'));
    else await announced;
    for (const section of result.ignored) this.#log.info({ section }, 'provisioning section has no effect yet');
    return result;
  }

  grantCredits(request: GrantRequest): Promise<Granted> {
    return grantCreditsTo(this.#openStore().db, request, this.#clock.nowMs());
  }

  async checkLedger(): Promise<readonly LedgerFinding[]> {
    const store = this.#openStore();
    await this.#journal?.flush();
    return store.withoutTimeLimits((db) => checkLedger(db, this.#clock.nowMs()));
  }

  drain(): Promise<void> {
    return (this.#drained ??= this.#drain());
  }

  async #drain(): Promise<void> {
    this.#state = 'draining';
    if (this.#doors) {
      await closeGracefully(this.#server, this.#doors, {
        answering: () => this.#answering > 0,
        patienceMs: this.#deployment.config.drain_seconds * 1000,
        // Streams that are cut still end with their error event.
        outOfPatience: () => this.#rooms?.generation.stopAll(),
      });
    }
    this.#metricsServer?.close();
    await this.#rooms?.close();
    await this.#journal?.close();
    await this.#rooms?.accounts.close();
    this.#counters?.close();
    await this.#store?.close();
    this.#log.flush();
  }

  #openCounters(): SharedCounters | undefined {
    const { redisUrl } = this.#environment;
    this.#counters = redisUrl && new SharedCounters(redisUrl.reveal(), { clock: this.#clock, log: this.#log });
    return this.#counters;
  }

  #openStore(): Store {
    if (!this.#store || this.#state === 'draining') throw new Error('The service is not running.');
    return this.#store;
  }

  async #provisionAtStart(store: Store): Promise<void> {
    const { provisionPath } = this.#environment;
    if (provisionPath) {
      this.provisioned = await this.provision(
        loadProvisioning(provisionPath, { variable: this.#environment.variable, deployment: this.#deployment.config }),
        { update: false },
      );
      return;
    }
    const paid = this.#deployment.config.plans.find((plan) => plan.paid);
    if (paid) this.firstKey = await store.withoutTimeLimits((db) => ensureFirstOrganization(db, this.#clock, paid.id));
  }

  #noteUnused(): void {
    const sections = this.#deployment.withoutEffect;
    if (sections.length > 0) this.#log.info({ sections }, 'configuration sections have no effect yet');
  }

  async #openMetrics(rooms: Rooms): Promise<void> {
    const { metricsPort, host } = this.#environment;
    if (metricsPort !== undefined) this.#metricsServer = await openMetricsListener(rooms.metrics.registry, host, metricsPort);
  }
}
