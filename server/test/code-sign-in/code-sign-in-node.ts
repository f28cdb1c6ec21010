import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { SharedCounters } from '#cluster';
import { parseDeployment, parseProvisioning, type DeploymentConfig } from '#config';
import { insertAuditRecords, type MutationContext } from '#features/audit';
import { chargeUsage } from '#features/billing';
import { applyProvisioning } from '#features/provisioning';
import { createErrorRendering, createListener, type RouteTable } from '#http';
import { Scheduler } from '#jobs';
import { createClock, Secret, type Clock } from '#kit';
import { deliverCallRecords } from '#features/request-records';
import { SealingRing } from '#sealing';
import { AuditJournal, CallJournal, UsageJournal, type JsonArray, type Store } from '#store';
import { buildRoutes, openServices, toApiError, type AppServices } from '#platform';
import { memoryBlobStore, type HttpReply } from '#test-kit';
import { clientOf } from './code-sign-in-client.ts';

export type { HttpReply as Reply } from '#test-kit';
export { DEVICE_GRANT } from './code-sign-in-client.ts';

const DATA_KEY = new Secret(Buffer.alloc(32, 9).toString('base64'));
const KEYS = { dataKey: DATA_KEY, sealing: new SealingRing(DATA_KEY) };
const log = pino({ level: 'silent' });

/** Operators' business, which is tested on whole services. */
function noFile(): never {
  throw new Error('This node has no configuration file.');
}

export const KEY = `sk_live_${'1'.repeat(64)}`;
export const CODE_KEY = `sk_svc_${'5'.repeat(64)}`;
export const ADMIN_KEY = `sk_admin_${'a'.repeat(64)}`;

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
        {
          name: 'code',
          kind: 'svc_code',
          workspace: 'Default',
          created_by: 'pia@acme.test',
          secret: CODE_KEY,
        },
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
  const listener = await openListener(config, clock);
  const { url, errors } = listener;
  const scheduler = new Scheduler({ clock, log });
  const journals = await openJournals(directory, store);
  const counters = redisUrl === undefined ? undefined : new SharedCounters(redisUrl, { clock, log });
  const services = openServices({
    store,
    ...journals,
    scheduler,
    clock,
    log,
    errors,
    counters,
    ...KEYS,
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
  listener.lead(services);
  const node = { url, services, clock, db: store.db };
  return {
    ...node,
    ...clientOf(node),
    async close() {
      await listener.close();
      await scheduler.close();
      await services.close();
      for (const journal of Object.values(journals)) await journal.close();
      await services.walletCache.close();
      await counters?.close();
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
async function openListener({ limits }: DeploymentConfig, clock: Clock) {
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

/** The code and status of an error of the API or of OAuth, as one line for comparison. */
export function refusal({ status, body }: HttpReply): string {
  return `${status} ${typeof body?.error === 'string' ? body.error : body?.error?.code}`;
}
