import { open } from 'node:fs/promises';
import { compare } from 'semver';
import { BlobTooLarge, newBlobKey, type BlobStore, type StoredBlob } from '#blobs';
import type { DeploymentConfig, Marketplace } from '#config';
import {
  ApiError,
  type LimitValues,
  type PluginFromMarketplace,
  type PluginManifest,
  type PluginSettings,
} from '@svc/contract';
import { streamBody, type CallerExchange } from '#exchange';
import { readForm } from '#features/files';
import { describeError, type Clock, type KeyedMutex, type Log } from '#kit';
import { inspectBundle } from './inspect-bundle.ts';
import { invalidPlugin } from './invalid-plugin.ts';
import { isSemanticVersion } from './parse-manifest.ts';
import { PluginForm } from './plugin-form.ts';

export interface BundleDeps {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly deployment: () => Pick<DeploymentConfig, 'plugins'>;
  /** One bundle of an organization is unpacked at a time. */
  readonly inspections: KeyedMutex;
}

/** A bundle that is stored and was found to be sound. Nothing names its blob yet. */
export interface ReceivedBundle {
  readonly blob: StoredBlob;
  readonly manifest: PluginManifest;
  readonly settings: PluginSettings;
  /** Null: it was uploaded. */
  readonly marketplaceId: string | null;
}

/** The parts around a bundle. */
const FORM_BYTES = 65_536;

/** Stores what a form brings. Throws 400 `invalid_plugin`, or 400 for another part. */
export async function receiveBundle(deps: BundleDeps, exchange: CallerExchange): Promise<ReceivedBundle> {
  const limits = deps.limits();
  const declaredBytes = Number(exchange.request.headers['content-length'] ?? 0);
  if (declaredBytes > limits.plugin_bytes + FORM_BYTES) throw tooLarge(limits);
  return keepIfSound(deps, exchange, null, async (store) => {
    let blob: StoredBlob | undefined;
    const form = new PluginForm(limits, async (bytes) => void (blob = await store(bytes)));
    await readForm(streamBody(exchange, limits.body_timeout_s), exchange.request.headers, form);
    const { settings, digest } = form.end();
    exchange.bodyDigest = digest;
    return { blob: blob!, settings };
  });
}

/** Copies a bundle of a marketplace of the deployment (D-PLUG-2). Throws 404 for a marketplace, a plugin or a version that is not there. */
export async function copyBundle(
  deps: BundleDeps,
  exchange: CallerExchange,
  { source: { marketplace_id: id }, name, version, ...settings }: PluginFromMarketplace,
): Promise<ReceivedBundle> {
  const marketplace = deps.deployment().plugins.marketplaces.find((one) => one.id === id);
  if (!marketplace) throw new ApiError('marketplace_not_found', { param: 'source.marketplace_id' });
  const listed = findListed(marketplace, name, version);
  const file = await open(listed.path).catch((error: unknown) => {
    deps.log.error(
      { marketplace: id, plugin: name, error: describeError(error) },
      'bundle of a marketplace not readable',
    );
    throw new ApiError('plugin_not_found', { param: 'name' });
  });
  try {
    return await keepIfSound(deps, exchange, id, async (store) => ({
      blob: await store(file.createReadStream()),
      settings,
    }));
  } finally {
    await file.close();
  }
}

function findListed(
  { plugins }: Marketplace,
  name: string,
  version: string | undefined,
): Marketplace['plugins'][number] {
  const named = plugins.filter((plugin) => plugin.name === name && isSemanticVersion(plugin.version));
  const [newest] = named.toSorted((a, b) => compare(b.version, a.version));
  if (!newest) throw new ApiError('plugin_not_found', { param: 'name' });
  const found = version === undefined ? newest : named.find((plugin) => plugin.version === version);
  if (!found) throw new ApiError('plugin_not_found', { param: 'version' });
  return found;
}

type StoreBytes = (bytes: AsyncIterable<Buffer>) => Promise<StoredBlob>;

/** What `receive` stores is kept when it is a sound bundle, and removed otherwise. */
async function keepIfSound(
  { blobs, clock, log, limits, inspections }: BundleDeps,
  exchange: CallerExchange,
  marketplaceId: string | null,
  receive: (store: StoreBytes) => Promise<Pick<ReceivedBundle, 'blob' | 'settings'>>,
): Promise<ReceivedBundle> {
  const key = newBlobKey(clock.nowMs());
  const limitBytes = limits().plugin_bytes;
  const store: StoreBytes = async (bytes) => {
    try {
      return await blobs.put(key, `organization:${organizationOf(exchange)}`, bytes, { limitBytes });
    } catch (error) {
      throw error instanceof BlobTooLarge ? tooLarge(limits()) : error;
    }
  };
  try {
    const received = await receive(store);
    const manifest = await inspections.run(organizationOf(exchange), () =>
      inspectBundle(blobs, received.blob, limits()),
    );
    return { ...received, manifest, marketplaceId };
  } catch (error) {
    await dropBlob(blobs, key, log);
    throw error;
  }
}

/** What cannot be removed now is swept later: nothing names it. */
export async function dropBlob(blobs: BlobStore, key: string, log: Log): Promise<void> {
  await blobs
    .delete(key)
    .catch((error: unknown) =>
      log.warn({ error: describeError(error) }, 'refused bundle not removed; will be removed later'),
    );
}

function organizationOf({ credential, person }: CallerExchange): string {
  return credential?.organizationId ?? person?.organizationId ?? '';
}

function tooLarge({ plugin_bytes: most }: LimitValues): ApiError {
  return invalidPlugin(`The bundle is larger than ${most} bytes.`);
}
