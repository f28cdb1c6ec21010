import { announceEpochs, SharedSlots, type CredentialsChanged, type SharedCounters } from '#cluster';
import type { DeploymentConfig, Limits } from '#config';
import { ContentFetcher, DocumentReader } from '#content';
import { FleetCapacity, Generation } from '#engine';
import { KeepAlive, type ErrorRendering, type Exchange, type RunSummary } from '#exchange';
import { AfterAnswer, createSignInLibrary, PersonSessions, type SignInLibrary } from '#features/accounts';
import { IpDeniedSampler, RequestAudit } from '#features/audit';
import { AccountBook, Allowance, SpendWatch, UsageMeter, type AllowanceSettings } from '#features/billing';
import { Housekeeping, IdempotentAnswers, InTurn } from '#features/changes';
import { createCodeSignIn, DesktopTurns, type CodeSignIn } from '#features/code-sessions';
import { KEEP_ALIVE_COMMENT } from '#features/chat';
import { connectMailServer, Postman, senderAt, type Outbox } from '#features/mail';
import { ReasoningKeys, ReasoningSignatures, ReplyMarks, type ReplyHistory } from '#features/conversation';
import { AdminKeyDirectory, KeyDirectory, KeyUseCounter } from '#features/keys';
import { ModelRates, RateOverrides, RequestRates, SharedRates, type RateLimits } from '#features/limits';
import { ParseThread, PING } from '#features/messages';
import { ModelAccess, ModelCatalog, type ModelPolicy } from '#features/models';
import { CredentialEpochs, OrganizationDirectory } from '#features/organization';
import { DataSeal, OutboundGuard, type Clock, type Log, type Secret } from '#kit';
import { FormatChecker, type ReplyLimits } from '#reply';
import type { Store, UsageJournal } from '#store';
import { DependencyMonitor, logRequest, RequestMetrics } from '#telemetry';
import { ServerTools } from '#tools';

export interface RoomParts {
  readonly store: Store;
  readonly journal: UsageJournal;
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
export class Rooms {
  readonly clock: Clock;
  readonly journal: UsageJournal;
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
  readonly organizations: OrganizationDirectory;
  readonly access: ModelAccess;
  readonly keyUse: KeyUseCounter;
  readonly denials: IpDeniedSampler;
  readonly requestAudit: RequestAudit;
  readonly answers: IdempotentAnswers;
  readonly inTurn = new InTurn();
  readonly db: Store['db'];
  readonly rates: RequestRates;
  readonly sharedRates: SharedRates | undefined;
  readonly modelRates: ModelRates;
  readonly rateOverrides: RateOverrides;
  readonly epochs: CredentialEpochs;
  readonly generation: Generation;
  readonly meter: UsageMeter;
  readonly codeSignIn: CodeSignIn;
  readonly desktopTurns: DesktopTurns;
  readonly accounts: AccountBook;
  readonly allowance: Allowance;
  readonly spendWatch: SpendWatch;
  /** What links in mail are sealed with, and how the outbox shows them. */
  readonly outbox: Outbox;
  readonly postman: Postman;
  readonly keepAlive: KeepAlive;
  readonly pings: KeepAlive;
  readonly history: ReplyHistory;
  readonly parseThread = new ParseThread();
  /** Addresses of its own network that an operator opened are those at start. */
  readonly guard: OutboundGuard;
  readonly content: { readonly fetcher: ContentFetcher; readonly reader: DocumentReader };
  readonly tools: ServerTools;
  readonly formatChecker = new FormatChecker();
  readonly metrics = new RequestMetrics();
  readonly errors: ErrorRendering;
  readonly deployment: () => DeploymentConfig;
  readonly log: Log;
  readonly baseUrl: string;
  readonly library: SignInLibrary;
  readonly sessions: PersonSessions;
  readonly afterAnswer: AfterAnswer;
  readonly #counters: SharedCounters | undefined;
  readonly #database: DependencyMonitor;
  readonly #housekeeping: Housekeeping;
  #catalog: ModelCatalog;

  constructor(parts: RoomParts) {
    const { store, journal, clock, log, deployment, errors, nodeId, runId } = parts;
    const shared = { db: store.db, clock, log };
    this.clock = clock;
    this.journal = journal;
    this.deployment = deployment;
    this.log = log;
    this.errors = errors;
    this.keys = new KeyDirectory(shared);
    this.adminKeys = new AdminKeyDirectory(shared);
    this.organizations = new OrganizationDirectory(shared);
    this.access = new ModelAccess(shared);
    this.keyUse = new KeyUseCounter(shared);
    this.denials = new IpDeniedSampler(shared);
    this.requestAudit = new RequestAudit(shared);
    this.db = store.db;
    this.answers = new IdempotentAnswers(parts.dataKey, clock, this.limits);
    this.#housekeeping = new Housekeeping({ ...shared, limits: this.limits });
    this.rates = new RequestRates(clock, rateLimits(deployment()));
    this.#counters = parts.counters;
    this.sharedRates = parts.counters && new SharedRates(parts.counters, this.rates);
    this.modelRates = new ModelRates(clock, parts.counters, deployment().rate_tiers);
    this.rateOverrides = new RateOverrides(shared);
    this.epochs = new CredentialEpochs(shared);
    const { credentialsChanged, limits } = this;
    this.desktopTurns = new DesktopTurns({ ...shared, limits }, nodeId);
    this.codeSignIn = createCodeSignIn({ ...shared, dataKey: parts.dataKey, baseUrl: parts.baseUrl, limits, credentialsChanged });
    const capacity = parts.counters && new FleetCapacity({ lender: new SharedSlots(parts.counters), runId, clock });
    this.generation = new Generation({ config: deployment(), clock, log, ...(capacity ? { capacity } : {}) });
    this.meter = new UsageMeter(journal);
    this.accounts = new AccountBook({ ...shared, journal, nodeId, runId, holdMs: () => deployment().limits.credit_hold_s * 1000 });
    this.spendWatch = new SpendWatch(shared);
    this.outbox = { seal: new DataSeal(parts.dataKey, 'svc links in mail'), baseUrl: parts.baseUrl, delivers: parts.smtpUrl !== undefined };
    // After the spend watch, which writes the news it carries.
    this.postman = this.#openPost(parts);
    this.allowance = new Allowance(this.accounts, runId, () => allowanceSettings(deployment()));
    this.keepAlive = new KeepAlive(deployment().limits.keep_alive_s * 1000, KEEP_ALIVE_COMMENT);
    this.pings = new KeepAlive(deployment().limits.keep_alive_s * 1000, PING);
    this.history = this.#openHistory(parts);
    this.guard = new OutboundGuard(deployment().network.allow_private_targets);
    this.content = { fetcher: new ContentFetcher(this.guard), reader: new DocumentReader() };
    this.tools = new ServerTools({ guard: this.guard, reader: this.content.reader, clock, log, settings: () => deployment().tools });
    this.baseUrl = parts.baseUrl;
    const forSignIn = { ...shared, dataKey: parts.dataKey, limits: this.limits };
    this.library = createSignInLibrary({ ...forSignIn, baseUrl: parts.baseUrl });
    this.afterAnswer = new AfterAnswer(shared);
    this.sessions = new PersonSessions({ ...forSignIn, library: this.library });
    this.#catalog = new ModelCatalog(deployment());
    this.#database = new DependencyMonitor(() => store.ping());
    this.metrics.gauge('svc_usage_journal_backlog_bytes', 'Usage not yet in the database', () => journal.backlogBytes);
  }

  readonly catalog = (): ModelCatalog => this.#catalog;

  /** Of the Console's pages, as browsers name it. */
  get consoleOrigin(): string {
    return new URL(this.baseUrl).origin;
  }

  readonly upgradeUrl = (): string => this.deployment().links.upgrade;

  readonly actionUrl = (): string => this.deployment().links.action;

  readonly policy = (): ModelPolicy => {
    const { unknown_model: unknownModel, without_retention_model: withoutRetentionModel } = this.deployment().chat;
    return { unknownModel, withoutRetentionModel, upgradeUrl: this.upgradeUrl() };
  };

  readonly chatEnabled = (): boolean => this.deployment().chat.enabled;

  /** Called once per request, when it is over. */
  readonly finished = (exchange: Exchange, summary: RunSummary | undefined): void => {
    logRequest(this.log, exchange, summary);
    this.metrics.record(exchange, summary);
    this.requestAudit.record(exchange);
  };

  readonly replyLimits = (): ReplyLimits => {
    const { server_tool_rounds: rounds, generation_timeout_s: totalS, compaction_max_tokens: compactionTokens } = this.deployment().limits;
    return { rounds, totalMs: totalS * 1000, compactionTokens };
  };

  readonly limits = (): Limits => this.deployment().limits;

  readonly credentialsChanged: CredentialsChanged = async (changes) => {
    for (const memory of this.#credentialMemories()) {
      for (const { organizationId } of changes) memory.invalidateOrganization(organizationId);
    }
    await announceEpochs(this.#counters, changes, this.log);
  };

  readonly depthLimit = (): number => this.deployment().limits.json_depth;

  /** Away, and the service answers correctly without: more slowly, or counting on its own. */
  degraded(): string[] {
    return this.#counters?.away ? ['counters'] : [];
  }

  dependenciesAway(): string[] {
    const away = [];
    if (!this.#database.healthy) away.push('database');
    if (!this.journal.accepting) away.push('disk');
    return away;
  }

  #openPost({ store, clock, log, deployment, baseUrl, smtpUrl }: RoomParts): Postman {
    const from = (): string => deployment().mail.from ?? senderAt(baseUrl);
    const send = smtpUrl && connectMailServer(smtpUrl, from);
    return new Postman({ db: store.db, clock, log, limits: this.limits, outbox: this.outbox, send });
  }

  #openHistory({ store, clock, log, dataKey, deployment }: RoomParts): ReplyHistory {
    const keys = new ReasoningKeys(dataKey, clock, () => {
      const { reasoning_signature_rotation_days: rotationDays, reasoning_signature_accepted_days: acceptedDays } = deployment().limits;
      return { rotationDays, acceptedDays };
    });
    return {
      signatures: new ReasoningSignatures(keys),
      marks: new ReplyMarks({ db: store.db, clock, log, keptDays: () => deployment().limits.reply_mark_days }),
      markKey: keys.derive('reply marks'),
      anyReasons: () => this.#catalog.anyReasons,
    };
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
    for (const memory of this.#credentialMemories()) memory.invalidateAll();
  }

  /** What this node remembers of that by which credentials are judged. */
  #credentialMemories() {
    return [this.keys, this.adminKeys, this.codeSignIn.codeSessions, this.organizations, this.access, this.rateOverrides, this.accounts];
  }

  async close(): Promise<void> {
    this.#database.close();
    this.keepAlive.close();
    this.pings.close();
    await this.parseThread.close();
    this.tools.close();
    this.content.reader.close();
    this.rates.close();
    this.modelRates.close();
    await this.spendWatch.close();
    await this.postman.close();
    await this.generation.close();
    await this.meter.settled();
    await this.desktopTurns.close();
    await this.history.marks.close();
    await this.denials.close();
    await this.requestAudit.close();
    await this.afterAnswer.close();
    await this.#housekeeping.close();
    await this.keyUse.close();
  }
}

function allowanceSettings({ limits, links, tools }: DeploymentConfig): AllowanceSettings {
  return { limits, toolPrices: tools.prices, upgradeUrl: links.upgrade, addCreditUrl: links.add_credit, actionUrl: links.action };
}

function rateLimits({ limits }: DeploymentConfig): RateLimits {
  return {
    inference: limits.chat_requests_per_minute,
    models: limits.models_requests_per_minute,
    token_counting: limits.token_counting_requests_per_minute,
    admin_api: limits.admin_requests_per_minute,
    console: limits.console_requests_per_minute,
    oauth: limits.oauth_requests_per_minute,
  };
}
