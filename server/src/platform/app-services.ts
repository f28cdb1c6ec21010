import type { BlobStore } from '#blobs';
import { announceEpochs, type CredentialsChanged, type SharedCounters } from '#cluster';
import type { DeploymentConfig, Limits } from '#config';
import { ContentFetcher, ContentMemory, DocumentReader } from '#content';
import type { Generation } from '#engine';
import { KeepAlive, type ErrorRendering, type Exchange, type HttpExchange, type RunSummary } from '#exchange';
import { createSignInLibrary, PersonSessions, type SignInLibrary } from '#features/accounts';
import { openAudit, type Audit, type Change } from '#features/audit';
import { Allowance, PromptCounter, spendWatch, type AccountBook } from '#features/billing';
import { IdempotentAnswers } from '#features/changes';
import { fileSource } from '#features/files';
import { createCodeSignIn, DesktopTurns, type CodeSignIn } from '#features/oauth';
import { KEEP_ALIVE_COMMENT } from '#features/chat';
import type { Outbox } from '#features/mail';
import type { CredentialCache, Module } from '#features/module';
import type { ContentDeps, ReplyHistory } from '#features/conversation';
import { AdminKeyDirectory, KeyDirectory, KeyUseCounter } from '#features/keys';
import { ModelRates, RateOverrides, RequestRates, SharedRates } from '#features/limits';
import { PING } from '#features/messages';
import { ModelAccess, ModelCatalog, type ModelPolicy } from '#features/models';
import { CredentialEpochs, OrganizationDirectory } from '#features/organization';
import { JobWorker, type PeriodicJob, type Scheduler } from '#jobs';
import { AeadBox, deriveKey, KeyedMutex, OutboundGuard, type Clock, type Log, type Secret } from '#kit';
import { BodyBudget, BodyReader } from '#pipelines';
import { FormatChecker, type ReplyLimits } from '#reply';
import { WorkspaceScope, type AuditJournal, type Store, type UsageJournal } from '#store';
import { DependencyMonitor, logRequest, RequestMetrics } from '#telemetry';
import { ServerTools } from '#tools';
import { allowanceSettings, rateLimits } from './deployment-settings.ts';
import { modules, type Modules } from './modules.ts';
import { openAccountBook } from './open-account-book.ts';
import { openGeneration } from './open-generation.ts';
import { openReplyHistory } from './open-reply-history.ts';
import { periodicJobs } from './periodic-jobs.ts';
import { registerGauges } from './register-gauges.ts';

export interface AppServiceParts {
  readonly store: Store;
  readonly journal: UsageJournal;
  readonly auditJournal: AuditJournal;
  readonly blobs: BlobStore;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  readonly errors: ErrorRendering;
  /** This node's name, the same after every restart. */
  readonly nodeId: string;
  /** This run of it. */
  readonly runId: string;
  /** What signatures and marks are made with; the same on every node. */
  readonly dataKey: Secret;
  /** The mail server; absent: mail stays in the outbox. */
  readonly smtpUrl: Secret | undefined;
  /** Counters shared with other nodes; absent: this one counts alone. */
  readonly counters: SharedCounters | undefined;
  /** Public address of the service. */
  readonly baseUrl: string;
}

/** Everything the request path needs, each built once. Plain arguments, no container. */
export class AppServices {
  /** First, since parts are added to it as they are made. */
  readonly #requestPath = new AsyncDisposableStack();
  readonly clock: Clock;
  readonly journal: UsageJournal;
  readonly blobs: BlobStore;
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
  readonly organizations: OrganizationDirectory;
  readonly access: ModelAccess;
  readonly keyUse: KeyUseCounter;
  readonly audit: Audit;
  readonly answers: IdempotentAnswers;
  readonly mutex = new KeyedMutex();
  readonly db: Store['db'];
  readonly rates: RequestRates;
  readonly sharedRates: SharedRates | undefined;
  readonly modelRates: ModelRates;
  readonly rateOverrides: RateOverrides;
  readonly epochs: CredentialEpochs;
  readonly generation: Generation;
  readonly promptCounter = this.#closing(new PromptCounter());
  readonly codeSignIn: CodeSignIn;
  readonly desktopTurns: DesktopTurns;
  readonly accounts: AccountBook;
  readonly allowance: Allowance;
  readonly spendWatch: PeriodicJob;
  /** What links in mail are sealed with, and how the outbox shows them. */
  readonly outbox: Outbox;
  readonly jobWorker: JobWorker;
  readonly keepAlive: KeepAlive;
  readonly pings: KeepAlive;
  readonly history: ReplyHistory;
  readonly bodyReader = this.#closing(new BodyReader(() => this.limits()));
  /** Addresses of its own network that an operator opened are those at start. */
  readonly guard: OutboundGuard;
  readonly content: ContentDeps;
  readonly tools: ServerTools;
  readonly formatChecker = new FormatChecker();
  readonly bodies = new BodyBudget(() => this.deployment().limits);
  readonly metrics = new RequestMetrics();
  readonly errors: ErrorRendering;
  readonly deployment: () => DeploymentConfig;
  readonly log: Log;
  readonly baseUrl: string;
  /** What tells whose attempts a count is of. */
  readonly attemptKey: Buffer;
  readonly library: SignInLibrary;
  readonly sessions: PersonSessions;
  readonly scheduler: Scheduler;
  readonly database: DependencyMonitor;
  readonly smtpUrl: Secret | undefined;
  readonly modules: Modules;
  readonly #counters: SharedCounters | undefined;
  #catalog: ModelCatalog;

  constructor(parts: AppServiceParts) {
    const { store, journal, clock, log, deployment, errors, nodeId, runId, dataKey, baseUrl } = parts;
    const shared = { db: store.db, clock, log };
    this.clock = clock;
    this.journal = journal;
    this.blobs = parts.blobs;
    this.deployment = deployment;
    this.log = log;
    this.errors = errors;
    this.keys = new KeyDirectory(shared);
    this.adminKeys = new AdminKeyDirectory(shared);
    this.organizations = new OrganizationDirectory(shared);
    this.access = new ModelAccess(shared);
    this.keyUse = new KeyUseCounter(shared);
    this.audit = openAudit({ ...shared, journal: parts.auditJournal, announcements: store.announcements });
    this.db = store.db;
    this.answers = new IdempotentAnswers(dataKey, clock, this.limits);
    this.rates = new RequestRates(clock, rateLimits(deployment()));
    this.#counters = parts.counters;
    this.sharedRates = parts.counters && new SharedRates(parts.counters, this.rates);
    this.modelRates = new ModelRates(clock, parts.counters, deployment().rate_tiers);
    this.rateOverrides = new RateOverrides(shared);
    this.epochs = new CredentialEpochs(shared);
    this.desktopTurns = new DesktopTurns({ ...shared, limits: this.limits }, nodeId);
    this.codeSignIn = this.#openCodeSignIn(parts);
    this.generation = this.#closing(openGeneration(parts));
    this.accounts = openAccountBook(parts);
    this.spendWatch = spendWatch(shared);
    this.outbox = openOutbox(parts);
    this.smtpUrl = parts.smtpUrl;
    this.allowance = new Allowance(this.accounts, runId, () => allowanceSettings(deployment()));
    const keepAliveMs = deployment().limits.keep_alive_s * 1000;
    this.keepAlive = this.#closing(new KeepAlive(keepAliveMs, KEEP_ALIVE_COMMENT));
    this.pings = this.#closing(new KeepAlive(keepAliveMs, PING));
    this.history = openReplyHistory(parts, () => this.#catalog.anyReasons);
    this.guard = new OutboundGuard(deployment().network.allow_private_targets);
    this.content = openContent(parts, this.guard, this.#closing(new DocumentReader()));
    this.tools = this.#closing(this.#openTools(parts));
    this.baseUrl = baseUrl;
    this.attemptKey = deriveKey(dataKey, 'svc sign-in attempts');
    const forSignIn = { ...shared, dataKey, attemptKey: this.attemptKey, limits: this.limits };
    this.library = createSignInLibrary({ ...forSignIn, baseUrl });
    this.scheduler = parts.scheduler;
    this.sessions = new PersonSessions({ ...forSignIn, library: this.library });
    this.#catalog = new ModelCatalog(deployment());
    this.database = new DependencyMonitor(() => store.ping());
    this.modules = modules(this);
    this.jobWorker = this.#openJobWorker(parts);
    this.#start();
  }

  #start(): void {
    for (const job of periodicJobs(this)) this.scheduler.every(job);
    registerGauges(this);
  }

  readonly catalog = (): ModelCatalog => this.#catalog;

  /** Of the Console's pages, as browsers name it. */
  get consoleOrigin(): string {
    return new URL(this.baseUrl).origin;
  }

  readonly upgradeUrl = (): string => this.deployment().links.upgrade;

  readonly actionUrl = (): string => this.deployment().links.action;

  readonly policy = (): ModelPolicy => {
    const { unknown_model: unknownModel, without_retention_model: withoutRetentionModel } =
      this.deployment().chat;
    return { unknownModel, withoutRetentionModel, upgradeUrl: this.upgradeUrl() };
  };

  readonly chatEnabled = (): boolean => this.deployment().chat.enabled;

  /** A request is over. A metered run reports its own end, which comes after its record was written. */
  readonly finished = (exchange: Exchange, summary: RunSummary | undefined): void => {
    logRequest(this.log, exchange, summary);
    this.metrics.record(exchange, summary);
  };

  /** The response of a request is over, complete or not. */
  readonly closed = (exchange: HttpExchange): void => {
    this.audit.requests.finished(exchange);
    if (!exchange.metered) this.finished(exchange, undefined);
  };

  /** What becomes of the things of a member who is removed from the organization. */
  readonly memberRemoved = async (change: Change, userId: string): Promise<void> => {
    for (const module of this.modules) await (module as Module).memberRemoved?.(change, userId);
  };

  readonly replyLimits = (): ReplyLimits => {
    const {
      server_tool_rounds: rounds,
      generation_timeout_s: totalS,
      compaction_max_tokens: compactionTokens,
    } = this.deployment().limits;
    return { rounds, totalMs: totalS * 1000, compactionTokens };
  };

  readonly limits = (): Limits => this.deployment().limits;

  /** Everything this node remembers of that by which credentials are judged. */
  get credentialCaches(): readonly CredentialCache[] {
    return this.modules.flatMap(({ caches = [] }: Module) => caches);
  }

  readonly credentialsChanged: CredentialsChanged = async (changes) => {
    for (const cache of this.credentialCaches) {
      for (const { organizationId } of changes) cache.invalidateOrganization(organizationId);
    }
    await announceEpochs(this.#counters, changes, this.log);
  };

  /** Away, and the service answers correctly without: more slowly, or counting on its own. */
  degraded(): string[] {
    return this.#counters?.away ? ['counters'] : [];
  }

  dependenciesAway(): string[] {
    const away = [];
    if (!this.database.healthy) away.push('database');
    if (!this.journal.accepting) away.push('disk');
    return away;
  }

  #openTools({ clock, log, deployment }: AppServiceParts): ServerTools {
    return new ServerTools({
      guard: this.guard,
      reader: this.content.reader,
      clock,
      log,
      settings: () => deployment().tools,
    });
  }

  #openCodeSignIn({ store, clock, log, dataKey, baseUrl }: AppServiceParts): CodeSignIn {
    const { limits, credentialsChanged } = this;
    return createCodeSignIn({ db: store.db, clock, log, dataKey, baseUrl, limits, credentialsChanged });
  }

  #openJobWorker({ store, clock, log, runId, scheduler }: AppServiceParts): JobWorker {
    const handlers = this.modules.flatMap(({ jobHandlers = [] }: Module) => jobHandlers);
    return new JobWorker({ db: store.db, clock, log, runId, scheduler, handlers, commits: store.commits });
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

  /** Has the part closed when no request runs any more, those made last first. */
  #closing<Part extends { close(): void | Promise<void> }>(part: Part): Part {
    return this.#requestPath.adopt(part, (each) => each.close());
  }
}

function openOutbox({ dataKey, baseUrl, smtpUrl }: AppServiceParts): Outbox {
  return { seal: new AeadBox(dataKey, 'svc links in mail'), baseUrl, delivers: smtpUrl !== undefined };
}

function openContent(
  { store, blobs, clock, deployment }: AppServiceParts,
  guard: OutboundGuard,
  reader: DocumentReader,
): ContentDeps {
  return {
    fetcher: new ContentFetcher(guard),
    reader,
    memory: new ContentMemory(() => deployment().limits),
    filesOf: ({ organizationId, workspaceId }) =>
      fileSource(blobs, new WorkspaceScope(store.db, organizationId, workspaceId ?? ''), () => clock.nowMs()),
  };
}
