import type { Server } from 'node:http';
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
import { openBlobStore } from '#blobs';
import { warmTokenizer } from '#engine';
import type { ErrorRendering } from '#exchange';
import {
  closeGracefully,
  createErrorRendering,
  createListener,
  createServiceRoutes,
  listen,
  listenShared,
  type ListenSockets,
  type Readiness,
  type RouteTable,
} from '#http';
import { Scheduler } from '#jobs';
import { createClock, createLog, describeError, newId, type Clock, type Log } from '#kit';
import { resetSignIn, type ResetSubject, type SignInReset } from '#features/accounts';
import {
  applyProvisioning,
  ensureFirstOrganization,
  type FirstOrganization,
  type ProvisionResult,
} from '#features/provisioning';
import {
  checkLedger,
  dropUsage,
  grantCreditsTo,
  type DroppedMonth,
  type Granted,
  type GrantRequest,
  type LedgerFinding,
} from '#features/billing';
import { createConsolePages } from '#features/console-pages';
import { checkFiles, type FilesFinding } from '#features/files';
import { revokeKey, type RevokedKey } from '#features/keys';
import type { Store } from '#store';
import { openMetricsListener, type MetricsSnapshot } from '#telemetry';
import { readNodeId } from './node-id.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { Overload } from './overload.ts';
import { AppServices } from './app-services.ts';
import type { Peers, Service, ServiceOptions } from './service.ts';
import { buildRoutes } from './routes/build-routes.ts';
import { toApiError } from './to-api-error.ts';

/**
 * Brings everything up in the order in which it is needed. The port is taken first, so that a second service on it fails
 * before it touches a database; until all is ready every request is answered 503. A process with peers listens
 * last: callers that the others would serve must not meet one that is still starting.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const running = new RunningService(options);
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
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #peers: Peers | undefined;
  readonly #server: Server;
  /** What was opened, closed in the reverse order. */
  readonly #closing = new AsyncDisposableStack();
  readonly #errors: ErrorRendering;
  #deployment: Deployment;
  /** Requests whose answer is not over. */
  #answering = 0;
  #state: 'starting' | 'ready' | 'draining' = 'starting';
  #sockets: ListenSockets | undefined;
  #routes: RouteTable | undefined;
  #storage: Storage | undefined;
  #services: AppServices | undefined;
  #drained: Promise<void> | undefined;
  firstKey: FirstOrganization | undefined;
  provisioned: ProvisionResult | undefined;

  constructor(options: ServiceOptions) {
    const { environment, clock = createClock(), log = createLog(environment.logLevel), peers } = options;
    const deployment = options.deployment ?? loadDeployment(environment);
    this.#environment = environment;
    this.#log = log;
    this.#clock = clock;
    this.#scheduler = new Scheduler({ clock, log });
    this.#peers = peers;
    this.#deployment = deployment;
    const overload = new Overload(() => this.#deployment.config.limits.overloaded_retry_after_max_s);
    this.#errors = createErrorRendering(log, (cause, exchange) =>
      overload.rename(
        toApiError(cause, exchange, this.#deployment.config.limits),
        exchange,
        performance.now(),
      ),
    );
    this.#server = createListener({
      limits: deployment.config.limits,
      trustedProxies: deployment.config.network.trusted_proxies,
      clock,
      log,
      errors: this.#errors,
      routes: () => (this.#state === 'ready' ? this.#routes : undefined),
      outside: [
        createServiceRoutes(
          () => (peers ? peers.readiness() : this.readiness()),
          { nowMs: () => clock.nowMs(), advance: (byMs) => (peers ?? clock).advance(byMs) },
          environment.testClock,
        ),
        createConsolePages(),
      ],
      opened: () => this.#answering++,
      closed: (exchange) => {
        this.#answering--;
        this.#services?.closed(exchange);
      },
    });
  }

  get port(): number {
    const port = this.#sockets?.port ?? this.#environment.port;
    if (port === 0) throw new Error('The service is not listening.');
    return port;
  }

  get baseUrl(): string {
    return boundBaseUrl(this.#environment, this.port);
  }

  get ownersRecordPayments(): boolean {
    return this.#deployment.config.payments.manual === 'owners';
  }

  async start(): Promise<void> {
    const { host, port, dataDir } = this.#environment;
    if (!this.#peers) this.#sockets = await listen(this.#server, { port, host });
    const storage = await openStorage({
      environment: this.#environment,
      clock: this.#clock,
      log: this.#log,
      scheduler: this.#scheduler,
      closing: this.#closing,
      // What is set aside for running calls goes back when what those took is in the database.
      afterJournals: () => this.#services?.accounts.close(),
    });
    this.#storage = storage;
    const dataKey = await loadDataKey(this.#environment);
    const blobs = await openBlobStore({
      config: this.#deployment.config.storage,
      filesDir: this.#environment.filesDir,
      dataKey,
    });
    const nodeId = readNodeId(dataDir, this.#clock.nowMs());
    this.#services = new AppServices({
      dataKey,
      blobs,
      smtpUrl: this.#environment.smtpUrl,
      nodeId,
      runId: `${nodeId}/${newId('run_', this.#clock.nowMs())}`,
      ...storage,
      scheduler: this.#scheduler,
      clock: this.#clock,
      log: this.#log,
      deployment: () => this.#deployment.config,
      errors: this.#errors,
      baseUrl: this.baseUrl,
    });
    this.#closing.defer(() => this.#closeServices());
    if (this.#peers?.provisions !== false) await this.#provisionAtStart(storage.store);
    this.#routes = buildRoutes(this.#services);
    await this.#openMetrics(this.#services);
    // Loading the vocabulary blocks for a moment: better now than within somebody's request.
    await warmTokenizer();
    this.#noteUnused();
    this.#state = 'ready';
    this.#sockets ??= await listenShared(this.#server, { port, host });
  }

  readiness(): Readiness {
    const configuration = this.#deployment.digest;
    if (this.#state !== 'ready') return { status: this.#state, degraded: [], configuration };
    const away = this.#services?.dependenciesAway() ?? [];
    if (away.length > 0) return { status: 'unavailable', degraded: away, configuration };
    const degraded = this.#services?.degraded() ?? [];
    return { status: degraded.length > 0 ? 'degraded' : 'ready', degraded, configuration };
  }

  async reload(next = reloadDeployment(this.#environment)): Promise<{ changed: boolean }> {
    const changed = next.digest !== this.#deployment.digest;
    this.#services?.reconfigure(next.config);
    this.#deployment = next;
    this.#noteUnused();
    this.#log.info({ changed }, 'configuration reloaded');
    return { changed };
  }

  async revokeKey(target: string): Promise<RevokedKey> {
    const revoked = await revokeKey(this.#openStore().db, target, this.#clock.nowMs());
    await this.#services?.credentialsChanged([revoked]);
    return revoked;
  }

  async provision(file: ProvisioningFile, { update }: { update: boolean }): Promise<ProvisionResult> {
    // Without time limits: another node may hold the lock for longer than a request would wait.
    const result = await this.#openStore().withoutTimeLimits((db) =>
      applyProvisioning(db, file, { update, clock: this.#clock }),
    );
    this.#services?.forgetCredentials();
    const announced = this.#services?.credentialsChanged(result.epochs);
    // While it starts nobody waits for this node, and it must not wait for counters that are away.
    if (this.#state === 'starting')
      announced?.catch((error: unknown) =>
        this.#log.error({ error: describeError(error) }, 'announcing credential changes failed'),
      );
    else await announced;
    for (const what of result.passedOver) this.#log.warn({ what }, 'provisioning skipped an entry');
    return result;
  }

  grantCredits(request: GrantRequest): Promise<Granted> {
    return grantCreditsTo(this.#openStore().db, request, this.#clock.nowMs());
  }

  async resetSignIn(who: ResetSubject): Promise<SignInReset> {
    const reset = await resetSignIn(this.#openStore().db, who, this.#clock.nowMs());
    await this.#services?.credentialsChanged(reset.epochs);
    return reset;
  }

  async flushUsage(): Promise<void> {
    await this.#storage?.journal.flush();
  }

  async metrics(): Promise<MetricsSnapshot> {
    return (await this.#services?.metrics.registry.getMetricsAsJSON()) ?? [];
  }

  async checkLedger(): Promise<readonly LedgerFinding[]> {
    const store = this.#openStore();
    await this.flushUsage();
    return store.withoutTimeLimits((db) => checkLedger(db, this.#clock.nowMs()));
  }

  async checkFiles(): Promise<readonly FilesFinding[]> {
    if (!this.#services || this.#state === 'draining') throw new Error('The service is not running.');
    return checkFiles(this.#services, this.#clock.nowMs());
  }

  async dropUsage(beforeMs: number): Promise<readonly DroppedMonth[]> {
    const store = this.#openStore();
    // What this node still carries is of a month that is there, then.
    await this.#storage?.journal.flush();
    return store.withoutTimeLimits((db) => dropUsage(db, beforeMs, this.#clock.nowMs()));
  }

  drain(): Promise<void> {
    return (this.#drained ??= this.#drain());
  }

  async #drain(): Promise<void> {
    this.#state = 'draining';
    if (this.#sockets) {
      await closeGracefully(this.#server, this.#sockets, {
        answering: () => this.#answering > 0,
        drainTimeoutMs: this.#deployment.config.drain_seconds * 1000,
        // Streams that are cut still end with their error event.
        onDrainTimeout: () => this.#services?.generation.stopAll(),
      });
    }
    await this.#closing.disposeAsync();
    this.#log.flush();
  }

  /** What works in the background first: it writes through the rest. */
  async #closeServices(): Promise<void> {
    this.#services?.jobWorker.stop();
    await this.#scheduler.close();
    await this.#services?.close();
  }

  #openStore(): Store {
    if (!this.#storage || this.#state === 'draining') throw new Error('The service is not running.');
    return this.#storage.store;
  }

  async #provisionAtStart(store: Store): Promise<void> {
    const { provisionPath } = this.#environment;
    if (provisionPath) {
      this.provisioned = await this.provision(
        loadProvisioning(provisionPath, {
          variable: this.#environment.variable,
          deployment: this.#deployment.config,
        }),
        { update: false },
      );
      return;
    }
    const paid = this.#deployment.config.plans.find((plan) => plan.paid);
    if (paid)
      this.firstKey = await store.withoutTimeLimits((db) =>
        ensureFirstOrganization(db, this.#clock, paid.id),
      );
  }

  #noteUnused(): void {
    const sections = this.#deployment.withoutEffect;
    if (sections.length > 0) this.#log.info({ sections }, 'configuration sections have no effect yet');
  }

  async #openMetrics(services: AppServices): Promise<void> {
    const { metricsPort, host } = this.#environment;
    // Of several processes the one above them offers the sums.
    if (metricsPort !== undefined && !this.#peers)
      this.#closing.adopt(
        await openMetricsListener(services.metrics.registry, host, metricsPort),
        (server) => void server.close(),
      );
  }
}
