import { ConfigError } from '#config';
import { NoPrimaryOwner, UnknownAccount } from '#features/accounts';
import { BalanceTooLarge, UsageStillNeeded } from '#features/billing';
import { AmbiguousKeyError, UnknownKeyError } from '#features/keys';
import { UnknownOrganization } from '#features/organization';
import { ProvisioningError } from '#features/provisioning';
import { describeError } from '#kit';
import { MigrationEdited, SchemaTooNew, StoreUnavailable, UsageRecordsBusy } from '#store';
import { ControlRefusal, DataDirectoryBusyError, DataDirectoryUnusableError } from '../control/index.ts';

/** Errors that carry a sentence of our own, safe to print: they quote neither secrets nor other systems' text. */
const OWN_ERRORS = [
  AmbiguousKeyError,
  BalanceTooLarge,
  ConfigError,
  ControlRefusal,
  DataDirectoryBusyError,
  DataDirectoryUnusableError,
  MigrationEdited,
  NoPrimaryOwner,
  ProvisioningError,
  SchemaTooNew,
  UnknownAccount,
  UnknownKeyError,
  UnknownOrganization,
  UsageRecordsBusy,
  UsageStillNeeded,
];

/** The sentence of an error of our own; undefined for any other. */
export function ownMessage(error: unknown): string | undefined {
  if (error instanceof StoreUnavailable) return `The database cannot be used: ${error.reason}.`;
  return OWN_ERRORS.some((type) => error instanceof type) ? (error as Error).message : undefined;
}

/** What went wrong, for a person at a terminal. */
export function explainError(error: unknown): string {
  const own = ownMessage(error);
  if (own !== undefined) return own;
  const { code, syscall, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') return `The address ${address}:${port} is in use. Set HOST and PORT to another.`;
  if (code !== undefined && syscall !== undefined) return `${syscall} failed with ${code}${path ? ` at ${path}` : ''}.`;
  const { class: name, stack } = describeError(error);
  return `Unexpected ${name}${code ? ` (${code})` : ''}.${stack ? `\n${stack}` : ''}`;
}
