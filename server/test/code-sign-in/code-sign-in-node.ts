import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { SharedCounters } from '#cluster';
import { parseDeployment, parseProvisioning, type DeploymentConfig } from '#config';
import { BY_SYSTEM, insertAuditRecords, type MutationContext } from '#features/audit';
import { chargeUsage } from '#features/billing';
import { approveDeviceRequest, findDeviceRequest } from '#features/oauth';
import { runChange } from '#features/organization';
import { applyProvisioning } from '#features/provisioning';
import { createErrorRendering, createListener, type RouteTable } from '#http';
import { Scheduler } from '#jobs';
import { createClock, Secret, type Clock } from '#kit';
import { deliverCallRecords } from '#features/request-records';
import { AuditJournal, CallJournal, UsageJournal, type JsonArray, type Store } from '#store';
import { buildRoutes, AppServices, toApiError } from '#platform';
import { memoryBlobStore, readReply, type HttpReply } from '#test-kit';

export type { HttpReply as Reply } from '#test-kit';

const DATA_KEY = new Secret(Buffer.alloc(32, 9).toString('base64'));
const log = pino({ level: 'silent' });

/** Operators' business, which is tested on whole services. */
function noFile(): never {
  throw new Error('This node has no configuration file.');
}

export const KEY = `sk_live_${'1'.repeat(64)}`;
export const ADMIN_KEY = `sk_admin_${'a'.repeat(64)}`;
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const PROVISIONING = {
  organizations: [
    {
      name: 'Acme',
      plan: 'pro',
      members: [
        { email: 'pia@acme.test', name: 'Pia', role: 'primary_owner' },
        { email: 'dora@acme.test', name: 'Dora', role: 'developer' },
      ],
      workspaces: [{ name: 'Default' }, { name: 'Research' }],
      keys: [
        { name: 'main', kind: 'private', workspace: 'Default', created_by: 'pia@acme.test', secret: KEY },
      ],
      admin_keys: [{ name: 'admin', created_by: 'pia@acme.test', secret: ADMIN_KEY }],
    },
    {
      name: 'Freeloaders',
      plan: 'free',
      members: [{ email: 'fay@free.test', name: 'Fay', role: 'primary_owner' }],
      workspaces: [{ name: 'Default' }],
    },
  ],
};

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export interface Person {
  readonly userId: string;
  readonly organizationId: string;
}

/** A node with access to its services, so that a test can approve a device like the Console. */
export interface CodeSignInNode {
  readonly url: string;
  readonly services: AppServices;
  readonly clock: Clock;
  readonly db: Store['db'];
  form(
    path: string,
    fields: Readonly<Record<string, string>> | string,
    headers?: Record<string, string>,
  ): Promise<HttpReply>;
  call(token: string, path?: string, body?: unknown): Promise<HttpReply>;
  person(email: string): Promise<Person>;
  workspace(name: string, organizationId: string): Promise<string>;
  /**
   * Makes a change in the user's organization, in one transaction; it is in force everywhere when this
   * resolves.
   */
  change<T>(person: Person, make: (change: MutationContext) => Promise<T>): Promise<T>;
  /** Approves the request with a user code. */
  approve(userCode: string, person: Person, workspaceId?: string | null): Promise<string>;
  /** Runs the whole device grant. */
  signIn(options?: {
    email?: string;
    client?: string;
    workspace?: string | null;
  }): Promise<Tokens & { readonly sessionId: string }>;
  close(): Promise<void>;
}

export interface NodeOptions {
  readonly store: Store;
  readonly redisUrl?: string;
  readonly deployment?: unknown;
  readonly clock?: Clock;
  /** The common address of all nodes, as behind a load balancer. */
  readonly baseUrl?: string;
}

/** A whole service without its own process, on the test's store. */
export async function startCodeSignInNode({
  store,
  redisUrl,
  deployment = {},
  clock = createClock(),
  baseUrl,
}: NodeOptions): Promise<CodeSignInNode> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const config = configFrom(deployment, directory, baseUrl);
  const doors = await openDoors(config, clock);
  const { url, errors } = doors;
  const scheduler = new Scheduler({ clock, log });
  const journals = await openJournals(directory, store);
  const counters = redisUrl === undefined ? undefined : new SharedCounters(redisUrl, { clock, log });
  const services = new AppServices({
    store,
    ...journals,
    scheduler,
    clock,
    log,
    errors,
    counters,
    dataKey: DATA_KEY,
    blobs: memoryBlobStore(),
    smtpUrl: undefined,
    deployment: () => config,
    configuration: { current: noFile, readFile: noFile, reload: noFile },
    baseUrl: baseUrl ?? url,
    nodeUrl: () => undefined,
    nodeId: directory,
    dataDir: directory,
    runId: `${directory}/run`,
  });
  await provision(store, config, clock);
  doors.lead(services);
  const node = { url, services, clock, db: store.db };
  return {
    ...node,
    ...clientOf(node),
    async close() {
      await doors.close();
      await scheduler.close();
      await services.close();
      for (const journal of Object.values(journals)) await journal.close();
      await services.accounts.close();
      counters?.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function configFrom(
  deployment: unknown,
  directory: string,
  baseUrl = 'http://localhost:0',
): DeploymentConfig {
  const context = {
    source: 'test',
    baseUrl,
    directory,
    variable: () => undefined,
    severalNodes: false,
    sendsMail: true,
  };
  return parseDeployment(JSON.stringify(deployment), context).config;
}

async function provision(store: Store, deployment: DeploymentConfig, clock: Clock): Promise<void> {
  const file = parseProvisioning(JSON.stringify(PROVISIONING), { source: 'test', deployment });
  await store.withoutTimeLimits((db) => applyProvisioning(db, file, { update: false, clock }));
}

async function openJournals(directory: string, { db }: Store) {
  const usage = {
    directory: join(directory, 'journal'),
    deliver: (records: JsonArray) => chargeUsage(db, records),
    log,
  };
  const audit = {
    directory: join(directory, 'audit-journal'),
    deliver: (records: JsonArray) => insertAuditRecords(db, records),
    log,
  };
  const calls = {
    directory: join(directory, 'call-journal'),
    deliver: (records: JsonArray) => deliverCallRecords(db, records, directory),
    log,
  };
  return {
    journal: await UsageJournal.open(usage),
    callJournal: await CallJournal.open(calls),
    auditJournal: await AuditJournal.open(audit),
  };
}

/** Opens a listener before the services are created, because they need its address. */
async function openDoors({ limits }: DeploymentConfig, clock: Clock) {
  const errors = createErrorRendering(log, (cause, exchange) => toApiError(cause, exchange, limits));
  const built: { routes?: RouteTable; services?: AppServices } = {};
  const server = createListener({
    limits,
    trustedProxies: [],
    clock,
    log,
    errors,
    routes: () => built.routes,
    outside: [],
    opened: () => undefined,
    closed: (exchange) => {
      built.services?.closed(exchange);
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    errors,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (services: AppServices) => void Object.assign(built, { services, routes: buildRoutes(services) }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

type Node = Pick<CodeSignInNode, 'url' | 'services' | 'clock' | 'db'>;

function clientOf(node: Node): Omit<CodeSignInNode, 'close' | keyof Node> {
  const callers = callersOf(node.url);
  const console = consoleOf(node);
  return {
    ...callers,
    ...console,
    async signIn({ email = 'pia@acme.test', client = 'svc-code', workspace: name = null } = {}) {
      const device = (await callers.form('/oauth/device_authorization', { client_id: client })).body;
      const who = await console.person(email);
      const workspaceId = name === null ? null : await console.workspace(name, who.organizationId);
      const sessionId = await console.approve(device.user_code, who, workspaceId);
      const fields = { grant_type: DEVICE_GRANT, device_code: device.device_code, client_id: client };
      const { body } = await callers.form('/oauth/token', fields);
      return { ...body, sessionId };
    },
  };
}

function callersOf(url: string): Pick<CodeSignInNode, 'form' | 'call'> {
  return {
    form: async (path, fields, headers = {}) => {
      const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return readReply(await fetch(url + path, { method: 'POST', headers: { ...type, ...headers }, body }));
    },
    call: async (token, path = '/v1/chat/completions', body = CHAT) =>
      readReply(
        await fetch(url + path, {
          method: body === null ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === null ? {} : { body: JSON.stringify(body) }),
        }),
      ),
  };
}

/** The Console's actions for a signed-in user. */
function consoleOf({
  services,
  db,
}: Node): Pick<CodeSignInNode, 'change' | 'person' | 'workspace' | 'approve'> {
  const change: CodeSignInNode['change'] = async ({ userId, organizationId }, make) => {
    const authorize = async () => ({ userId, source: BY_SYSTEM });
    const { result, epochs } = await runChange(services, { organizationId, authorize, make });
    await services.credentialsChanged(epochs);
    return result;
  };
  return {
    change,
    async person(email) {
      const member = db
        .selectFrom('members as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .where('u.email', '=', email);
      const found = await member.select(['m.user_id', 'm.organization_id']).executeTakeFirstOrThrow();
      return { userId: found.user_id, organizationId: found.organization_id };
    },
    async workspace(name, organizationId) {
      const workspaces = db.selectFrom('workspaces').select('id').where('name', '=', name);
      return (await workspaces.where('organization_id', '=', organizationId).executeTakeFirstOrThrow()).id;
    },
    async approve(userCode, who, workspaceId = null) {
      const { id } = await findDeviceRequest(services.codeSignIn, { userId: who.userId, userCode });
      await change(who, (one) =>
        approveDeviceRequest(one, { requestId: id, workspaceId, limits: services.limits() }),
      );
      const request = db.selectFrom('device_requests').select('session_id').where('id', '=', id);
      return (await request.executeTakeFirstOrThrow()).session_id!;
    },
  };
}

const CHAT = { messages: [{ role: 'user', content: 'hello' }], stream: false, max_tokens: 20 };

/** The code and status of an error of the API or of OAuth, as one line for comparison. */
export function refusal({ status, body }: HttpReply): string {
  return `${status} ${typeof body?.error === 'string' ? body.error : body?.error?.code}`;
}
