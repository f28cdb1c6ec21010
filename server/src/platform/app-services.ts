import { announceEpochs, type CredentialsChanged } from '#cluster';
import type { DeploymentConfig, Limits } from '#config';
import { DocumentReader } from '#content';
import type { Generation } from '#engine';
import { KeepAlive, type Exchange, type HttpExchange, type RunSummary } from '#exchange';
import { FactorSecrets, PasswordTurns, PersonSessions, SignInCookies } from '#features/console-auth';
import { openAudit, type Audit, type MutationContext } from '#features/audit';
import { ResponseItems } from '#features/compat';
import { Allowance, spendWatch, TokenCounter, type WalletCache } from '#features/billing';
import { IdempotentAnswers } from '#features/mutations';
import type { BatchRunner, CountLines } from '#features/batches';
import { createCodeSignIn, DesktopTurns, type CodeSignIn } from '#features/oauth';
import type { Degradation, Dependency } from '#features/deployment-health';
import { RoutesOutOfService } from '#features/deployment-state';
import { KEEP_ALIVE_COMMENT } from '#features/chat';
import type { Outbox } from '#features/mail';
import { OperatorAuthenticators, OperatorSessions } from '#features/operators';
import type { CredentialCache, Module } from '#features/module';
import type { Tunnels } from '#features/tunnels';
import { SignedReplies, type ContentDeps, type ReplyHistory } from '#features/conversation';
import { AdminKeyDirectory, KeyDirectory, KeyUseCounter } from '#features/keys';
import { ModelRates, RateOverrides, RequestRates, SharedRates } from '#features/rate-limits';
import { PING } from '#features/messages';
import { ModelAccess, ModelCatalog, type ModelPolicy } from '#features/models';
import { CredentialEpochs, OrganizationDirectory } from '#features/organization';
import { PromptDirectory } from '#features/prompt-templates';
import type { RequestRecorder } from '#features/request-records';
import { JobWorker, type PeriodicJob } from '#jobs';
import { AeadBox, deriveKey, KeyedMutex, OutboundGuard } from '#kit';
import { BodyBudget, BodyReader } from '#pipelines';
import { FormatChecker, type ReplyLimits } from '#reply';
import { DependencyMonitor, logRequest, RequestMetrics } from '#telemetry';
import { ServerTools } from '#server-tools';
import { allowanceSettings, modelPolicy, rateLimits, replyLimits } from './deployment-settings.ts';
import { countAttempts } from './count-attempts.ts';
import { modules, type Modules } from './modules.ts';
import { lineCounter, openBatchRunner } from './open-batch-runner.ts';
import { openWalletCache } from './open-wallet-cache.ts';
import { openContent } from './open-content.ts';
import { openInferenceHooks, type OpenInferenceHooks } from './open-inference-hooks.ts';
import { openGeneration } from './open-generation.ts';
import { openReplyHistory } from './open-reply-history.ts';
import { openRequestRecorder } from './open-request-recorder.ts';
import { openTracing, type Tracing } from './open-tracing.ts';
import { openTunnels } from './open-tunnels.ts';
import { periodicJobs } from './periodic-jobs.ts';
import { ProcessServices, type ProcessParts } from './process-services.ts';
import { registerGauges } from './register-gauges.ts';
import { scheduleJobs } from './schedule-jobs.ts';

/** Everything the request path needs, each built once. Plain arguments, no container. */
export class AppServices extends ProcessServices {
  /** First, since parts are added to it as they are made. */
  readonly #requestPath = new AsyncDisposableStack();
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
  readonly organizations: OrganizationDirectory;
  readonly access: ModelAccess;
  readonly keyUse: KeyUseCounter;
  readonly audit: Audit;
  readonly answers: IdempotentAnswers;
  readonly mutex = new KeyedMutex();
  readonly rates: RequestRates;
  readonly sharedRates: SharedRates | undefined;
  readonly modelRates: ModelRates;
  readonly rateOverrides: RateOverrides;
  readonly epochs: CredentialEpochs;
  readonly tracing: Tracing;
  readonly generation: Generation;
  /** Set by operators, and read before the first request. */
  readonly routesOut: RoutesOutOfService;
  readonly tokenCounter = this.#closing(new TokenCounter());
  readonly codeSignIn: CodeSignIn;
  readonly desktopTurns: DesktopTurns;
  readonly accounts: WalletCache;
  readonly allowance: Allowance;
  readonly spendWatch: PeriodicJob;
  readonly requestRecorder: RequestRecorder;
  /** What links in mail are sealed with, and how the outbox shows them. */
  readonly outbox: Outbox;
  readonly jobWorker: JobWorker;
  readonly keepAlive: KeepAlive;
  readonly pings: KeepAlive;
  readonly history: ReplyHistory;
  readonly responseItems: ResponseItems;
  readonly signedReplies: SignedReplies;
  readonly prompts: PromptDirectory;
  readonly bodyReader = this.#closing(new BodyReader(() => this.limits()));
  /** Addresses of its own network that an operator opened are those at start. */
  readonly guard: OutboundGuard;
  readonly content: ContentDeps;
  readonly tunnels: Tunnels;
  readonly tools: ServerTools;
  readonly formatChecker = new FormatChecker();
  readonly bodies = new BodyBudget(() => this.deployment().limits);
  readonly metrics = new RequestMetrics();
  /** Key of the digests by which attempts are counted. */
  readonly attemptKey: Buffer;
  readonly passwordTurns = new PasswordTurns(this);
  readonly signInCookies = new SignInCookies(this);
  readonly factorSecrets = new FactorSecrets(this.dataKey);
  readonly sessions = new PersonSessions(this);
  readonly operatorSessions = new OperatorSessions(this);
  readonly authenticators = new OperatorAuthenticators(this.dataKey);
  readonly database = new DependencyMonitor(() => this.store.ping(), this.log);
  readonly inferenceHooks: OpenInferenceHooks;
  readonly countLines: CountLines;
  readonly batchRunner: BatchRunner;
  readonly modules: Modules;
  #catalog: ModelCatalog;

  constructor(parts: ProcessParts) {
    super(parts);
    const { store, clock, log, deployment, nodeId, runId, dataKey } = parts;
    const shared = { db: store.db, clock, log };
    this.keys = new KeyDirectory(shared);
    this.adminKeys = new AdminKeyDirectory(shared);
    this.organizations = new OrganizationDirectory(shared);
    this.access = new ModelAccess(shared);
    this.keyUse = new KeyUseCounter(shared);
    this.audit = openAudit({ ...shared, journal: parts.auditJournal, announcements: store.announcements });
    this.answers = new IdempotentAnswers(dataKey, clock, this.limits);
    this.rates = new RequestRates(clock, rateLimits(deployment()));
    this.sharedRates = parts.counters && new SharedRates(parts.counters, this.rates);
    this.modelRates = new ModelRates(clock, parts.counters, deployment().rate_tiers);
    this.rateOverrides = new RateOverrides(shared);
    this.epochs = new CredentialEpochs(shared);
    this.desktopTurns = new DesktopTurns({ ...shared, limits: this.limits }, nodeId);
    this.codeSignIn = this.#openCodeSignIn(parts);
    this.tracing = this.#closing(openTracing(parts, this.metrics));
    this.generation = this.#closing(openGeneration(parts, countAttempts(this.metrics)));
    this.routesOut = new RoutesOutOfService(store.db, this.generation);
    this.accounts = openWalletCache(parts);
    this.spendWatch = spendWatch(shared);
    this.requestRecorder = openRequestRecorder(parts, this.metrics);
    this.outbox = openOutbox(parts);
    this.allowance = new Allowance(this.accounts, runId, () => allowanceSettings(deployment()));
    this.keepAlive = this.#openKeepAlive(KEEP_ALIVE_COMMENT);
    this.pings = this.#openKeepAlive(PING);
    this.prompts = this.#closing(new PromptDirectory({ ...shared, announcements: store.announcements }));
    this.history = openReplyHistory(parts, () => this.#catalog.anyReasons);
    this.responseItems = new ResponseItems({ ...shared, dataKey, keptHours: this.#keptHours });
    this.signedReplies = new SignedReplies({ ...shared, dataKey });
    this.guard = new OutboundGuard(deployment().network.allow_private_targets);
    this.content = openContent(parts, this.guard, this.#closing(new DocumentReader()));
    this.tunnels = openTunnels(parts, this.metrics);
    this.tools = this.#closing(this.#openTools(parts));
    this.attemptKey = deriveKey(dataKey, 'svc sign-in attempts');
    this.#catalog = new ModelCatalog(deployment());
    this.inferenceHooks = openInferenceHooks(parts, this);
    this.countLines = lineCounter(this.metrics);
    this.batchRunner = openBatchRunner(this, parts);
    this.modules = modules(this);
    this.jobWorker = this.#openJobWorker(parts);
    this.#start();
  }

  #start(): void {
    scheduleJobs(periodicJobs(this), this.scheduler, this.store);
    registerGauges(this);
  }

  readonly catalog = (): ModelCatalog => this.#catalog;

  /** Of the Console's pages, as browsers name it. */
  get consoleOrigin(): string {
    return new URL(this.baseUrl).origin;
  }

  readonly #keptHours = (): number => this.deployment().compat.openai.keep_items_hours;

  readonly upgradeUrl = (): string => this.deployment().links.upgrade;

  readonly actionUrl = (): string => this.deployment().links.action;

  readonly policy = (): ModelPolicy => modelPolicy(this.deployment());

  readonly chatEnabled = (): boolean => this.deployment().chat.enabled;

  /** A request is over. A metered run reports its own end, which comes after its record was written. */
  readonly finished = (exchange: Exchange, summary: RunSummary | undefined): void => {
    logRequest(this.log, exchange, summary, this.limits());
    this.metrics.record(exchange, summary);
    this.tracing.tracer.finished(exchange, summary);
    this.requestRecorder.finished(exchange, summary);
  };

  /** The response of a request is over, complete or not. */
  readonly closed = (exchange: HttpExchange): void => {
    this.audit.requests.finished(exchange);
    if (!exchange.metered) this.finished(exchange, undefined);
  };

  /** Cleans up after a member who is removed from the organization. */
  readonly memberRemoved = async (change: MutationContext, userId: string): Promise<void> => {
    for (const module of this.modules) await (module as Module).memberRemoved?.(change, userId);
  };

  /** What becomes of the things of a workspace that is archived. */
  readonly workspaceArchived = async (change: MutationContext, workspaceId: string): Promise<void> => {
    for (const module of this.modules) await (module as Module).workspaceArchived?.(change, workspaceId);
  };

  readonly replyLimits = (): ReplyLimits => replyLimits(this.deployment());

  readonly limits = (): Limits => this.deployment().limits;

  /** All caches that credentials are checked against. */
  get credentialCaches(): readonly CredentialCache[] {
    return this.modules.flatMap(({ caches = [] }: Module) => caches);
  }

  readonly credentialsChanged: CredentialsChanged = async (changes) => {
    for (const cache of this.credentialCaches) {
      for (const { organizationId } of changes) cache.invalidateOrganization(organizationId);
    }
    await announceEpochs(this.counters, changes, this.log);
  };

  /** What is away and the service can do without: dependencies, more slowly or counting alone, and models. */
  degraded(): Degradation[] {
    const degraded: Degradation[] = [];
    if (this.counters?.away) degraded.push('counters');
    const causes = new Set(this.generation.downRoutes().map((route) => !route.isReplaced && route.why));
    if (causes.has('failing')) degraded.push('engines');
    if (causes.has('out_of_service')) degraded.push('routes');
    return degraded;
  }

  dependenciesAway(): Dependency[] {
    const away: Dependency[] = [];
    if (!this.database.healthy) away.push('database');
    if (!this.journal.accepting) away.push('disk');
    return away;
  }

  #openKeepAlive(sign: string): KeepAlive {
    return this.#closing(new KeepAlive(this.limits().keep_alive_s * 1000, sign));
  }

  #openTools({ clock, log, deployment }: ProcessParts): ServerTools {
    return new ServerTools({
      guard: this.guard,
      reader: this.content.reader,
      clock,
      log,
      settings: () => deployment().tools,
      tunnels: this.tunnels.dialer,
    });
  }

  #openCodeSignIn({ store, clock, log, dataKey, baseUrl }: ProcessParts): CodeSignIn {
    const { limits, credentialsChanged } = this;
    return createCodeSignIn({ db: store.db, clock, log, dataKey, baseUrl, limits, credentialsChanged });
  }

  #openJobWorker({ store, clock, log, nodeId, runId, scheduler }: ProcessParts): JobWorker {
    const handlers = this.modules.flatMap(({ jobHandlers = [] }: Module) => jobHandlers);
    const { db, commits } = store;
    return new JobWorker({ db, clock, log, nodeId, runId, scheduler, handlers, commits });
  }

  reconfigure(deployment: DeploymentConfig): void {
    const catalog = new ModelCatalog(deployment);
    // May refuse, and then nothing of the old configuration has changed.
    this.generation.reconfigure(deployment);
    this.#catalog = catalog;
    this.rates.setLimits(rateLimits(deployment));
    this.modelRates.setTiers(deployment.rate_tiers);
  }

  forgetCredentials(): void {
    for (const cache of this.credentialCaches) cache.invalidateAll();
  }

  /** After the scheduler: what was counted and not written yet is written here. */
  async close(): Promise<void> {
    await this.#requestPath.disposeAsync();
    for (const module of this.modules.toReversed()) await (module as Module).close?.();
  }

  /** Closes the part when no request runs any more, in reverse order of creation. */
  #closing<Part extends { close(): void | Promise<void> }>(part: Part): Part {
    return this.#requestPath.adopt(part, (each) => each.close());
  }
}

function openOutbox({ dataKey, baseUrl, smtpUrl }: ProcessParts): Outbox {
  return { seal: new AeadBox(dataKey, 'svc links in mail'), baseUrl, delivers: smtpUrl !== undefined };
}
