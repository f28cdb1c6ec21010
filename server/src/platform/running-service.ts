import type { Server } from 'node:http';
import {
  boundBaseUrl,
  listenUrl,
  loadDataKey,
  loadDeployment,
  loadProvisioning,
  reloadDeployment,
  type Deployment,
  type Environment,
} from '#config';
import { openBackups } from '#backup';
import { openBlobStore } from '#blobs';
import { warmTokenizer } from '#engine';
import type { ErrorRendering } from '#exchange';
import {
  closeGracefully,
  createListener,
  createServiceRoutes,
  listen,
  listenShared,
  messageClasses,
  type ListenSockets,
  type MessageClasses,
  type Readiness,
  type RouteTable,
} from '#http';
import { Scheduler } from '#jobs';
import { SealingRing } from '#sealing';
import { createClock, createLog, newId, type Clock, type Log } from '#kit';
import { createConsolePages, createDocsPages } from '#features/pages';
import type { FirstOrganization, ProvisionResult } from '#features/provisioning';
import { CONNECT_PATH } from '#features/tunnels';
import { openMetricsListener, type MetricsSnapshot } from '#telemetry';
import { closeNow, createNodeListener, nodeUrl } from './node-listener.ts';
import { OperatorCommands } from './operator-commands.ts';
import { renderErrors } from './error-rendering.ts';
import { openServices, type AppServices } from './app-services.ts';
import type { ProcessParts } from './process-parts.ts';
import type { Peers, Service, ServiceOptions } from './service.ts';
import { buildRoutes } from './routes/build-routes.ts';
import { openStorage, type Storage } from './storage.ts';

/**
 * Brings everything up in the order in which it is needed. The port is taken first, so that a second service on it fails
 * before it touches a database; until all is ready every request is answered 503. A process with peers listens
 * last: callers that the others would serve must not meet one that is still starting.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const log = options.log ?? createLog(options.environment.logLevel);
  const running = new RunningService({ ...options, log }, await messageClasses(log));
  try {
    await running.start(options.announce);
  } catch (error) {
    await running.drain().catch(() => {});
    throw error;
  }
  return running;
}

/** To connectors that come too early or too late. They try again. */
const NOT_READY = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

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
  #operator: OperatorCommands | undefined;
  #nodeUrl: string | undefined;
  #drained: Promise<void> | undefined;
  firstKey: FirstOrganization | undefined;
  provisioned: ProvisionResult | undefined;

  constructor(options: ServiceOptions & { readonly log: Log }, classes: MessageClasses) {
    const { environment, clock = createClock(), log, peers } = options;
    const deployment = options.deployment ?? loadDeployment(environment);
    this.#environment = environment;
    this.#log = log;
    this.#clock = clock;
    this.#scheduler = new Scheduler({ clock, log });
    this.#peers = peers;
    this.#deployment = deployment;
    this.#errors = renderErrors(log, () => this.#deployment.config);
    this.#server = createListener({
      limits: deployment.config.limits,
      trustedProxies: deployment.config.network.trusted_proxies,
      clock,
      log,
      classes,
      errors: this.#errors,
      routes: () => (this.#state === 'ready' ? this.#routes : undefined),
      outside: [
        createServiceRoutes(
          () => (peers ? peers.readiness() : this.readiness()),
          { nowMs: () => clock.nowMs(), advance: (byMs) => (peers ?? clock).advance(byMs) },
          environment.testClock,
        ),
        createConsolePages(),
        createDocsPages(),
        { handle: (...call) => this.#services?.tunnels.handle(...call) ?? false },
      ],
      upgrades: {
        path: CONNECT_PATH,
        accept: (request, socket, connection) => {
          if (this.#state === 'ready') this.#services?.tunnels.accept(request, socket, connection);
          else socket.once('finish', () => socket.destroy()).end(NOT_READY);
        },
      },
      opened: (exchange) => {
        this.#answering++;
        this.#services?.tracing.tracer.opened(exchange);
      },
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

  get address(): string {
    return listenUrl(this.#environment, this.port);
  }

  get ownersRecordPayments(): boolean {
    return this.#deployment.config.payments.manual === 'owners';
  }

  get modelsWithoutPrice(): readonly string[] {
    return this.#deployment.withoutPrice;
  }

  get operator(): OperatorCommands {
    if (!this.#operator || this.#state === 'draining') throw new Error('The service is not running.');
    return this.#operator;
  }

  async start(announce: ServiceOptions['announce']): Promise<void> {
    const environment = this.#environment;
    const { host, port, filesDir } = environment;
    const { storage: config } = this.#deployment.config;
    const shared = { clock: this.#clock, log: this.#log, scheduler: this.#scheduler };
    if (!this.#peers) this.#sockets = await listen(this.#server, { port, host });
    const storage = await openStorage({
      ...shared,
      environment,
      closing: this.#closing,
      // What is set aside for running calls goes back when what those took is in the database.
      afterJournals: () => this.#services?.walletCache.close(),
    });
    this.#storage = storage;
    const keys = await loadKeys(environment);
    const blobs = await openBlobStore({ config, filesDir, ...keys });
    this.#services = openServices({
      ...keys,
      blobs,
      smtpUrl: environment.smtpUrl,
      dataDir: environment.dataDir,
      runId: `${storage.nodeId}/${newId('run_', this.#clock.nowMs())}`,
      ...storage,
      ...shared,
      deployment: () => this.#deployment.config,
      configuration: {
        current: () => this.#deployment,
        readFile: () => this.#peers?.readFile() ?? reloadDeployment(environment),
        reload: () => (this.#peers ?? this).reload(),
      },
      errors: this.#errors,
      baseUrl: this.baseUrl,
      nodeUrl: () => this.#nodeUrl,
    });
    this.#closing.defer(() => this.#closeServices());
    this.#operator = new OperatorCommands({
      services: this.#services,
      storage,
      backups: openBackups({ ...shared, environment, config, store: storage.store, blobs, ...keys }),
      isStarting: () => this.#state === 'starting',
    });
    if (this.#peers?.provisions !== false) await this.#provisionAtStart(this.#operator);
    await this.#openRoutes(this.#services);
    await this.#startTunnels(this.#services);
    await this.#openMetrics(this.#services);
    // Loading the vocabulary blocks for a moment: better now than during a request.
    await warmTokenizer();
    this.#noteUnused();
    announce?.(this);
    this.#state = 'ready';
    this.#sockets ??= await listenShared(this.#server, { port, host });
  }

  readiness(): Readiness {
    const configuration = this.#deployment.digest;
    if (this.#state !== 'ready') return { status: this.#state, degraded: [], configuration };
    const unavailable = this.#services?.unavailableDependencies() ?? [];
    if (unavailable.length > 0) return { status: 'unavailable', degraded: unavailable, configuration };
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

  async flushUsage(): Promise<void> {
    await this.#storage?.journal.flush();
  }

  async metrics(): Promise<MetricsSnapshot> {
    return (await this.#services?.metrics.registry.getMetricsAsJSON()) ?? [];
  }

  drain(): Promise<void> {
    return (this.#drained ??= this.#drain());
  }

  async #drain(): Promise<void> {
    this.#state = 'draining';
    this.#services?.tunnels.drain();
    if (this.#sockets) {
      await closeGracefully(this.#server, this.#sockets, {
        answering: () => this.#answering > 0 || (this.#services?.tunnels.answering ?? 0) > 0,
        drainTimeoutMs: this.#deployment.config.drain_seconds * 1000,
        // Streams that are cut still end with their error event.
        onDrainTimeout: () => this.#services?.generation.stopAll(),
        closeUpgraded: () => this.#services?.tunnels.closeConnections(),
      });
    }
    await this.#closing.disposeAsync();
    this.#log.flush();
  }

  /** What works in the background first: it writes through the rest. */
  async #closeServices(): Promise<void> {
    await this.#services?.batchRunner.stop();
    this.#services?.jobWorker.stop();
    await this.#scheduler.close();
    await this.#services?.close();
  }

  async #provisionAtStart(operator: OperatorCommands): Promise<void> {
    const { provisionPath, variable } = this.#environment;
    const deployment = this.#deployment.config;
    if (provisionPath) {
      const file = loadProvisioning(provisionPath, { variable, deployment });
      this.provisioned = await operator.provision(file, { update: false });
      return;
    }
    const paid = deployment.plans.find((plan) => plan.paid);
    if (paid) this.firstKey = await operator.createFirstOrganization(paid.id);
  }

  /** The first call must not go to an engine that is out of service. */
  async #openRoutes(services: AppServices): Promise<void> {
    await services.routesOut.read();
    this.#routes = buildRoutes(services);
  }

  #noteUnused(): void {
    const sections = this.#deployment.withoutEffect;
    if (sections.length > 0) this.#log.info({ sections }, 'configuration sections have no effect yet');
  }

  /** Of several processes each needs a port of its own, since they share the public one. */
  async #startTunnels(services: AppServices): Promise<void> {
    const { host, redisUrl } = this.#environment;
    const shared = this.#peers !== undefined;
    if (shared && this.#deployment.config.cluster_secret) {
      const server = createNodeListener(services.tunnels);
      const sockets = await listen(server, { host, port: 0 });
      this.#closing.defer(() => closeNow(server, sockets));
      this.#nodeUrl = nodeUrl(host, sockets.port);
    } else if (!shared) this.#nodeUrl = nodeUrl(host, this.port);
    await services.tunnels.start({ host, shared, isOneOfSeveral: redisUrl !== undefined });
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

async function loadKeys(environment: Environment): Promise<Pick<ProcessParts, 'dataKey' | 'sealing'>> {
  const dataKey = await loadDataKey(environment);
  return { dataKey, sealing: new SealingRing(dataKey) };
}
