import type { ProvisionResult } from '#features/provisioning';

/** A key that was made without a secret of its own: shown once, here. */
interface MadeKey {
  readonly organization: string;
  readonly name: string;
  readonly kind: string;
  readonly secret: string;
}

/** What provisioning did, as it travels over the control socket: with secrets in the clear, to the operator only. */
export interface ProvisionResponse {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly passedOver: readonly string[];
  readonly made: readonly MadeKey[];
}

export function toProvisionResponse({
  created,
  updated,
  passedOver,
  keys,
}: ProvisionResult): ProvisionResponse {
  const made = keys
    .filter(({ given }) => !given)
    .map(({ organization, name, kind, secret }) => ({ organization, name, kind, secret: secret.reveal() }));
  return { created, updated, passedOver, made };
}

/** The answer for a person. */
export function provisionLines({ created, updated, passedOver, made }: ProvisionResponse): string[] {
  return [
    ...created.map((what) => `Created ${what}.`),
    ...updated.map((what) => `Updated ${what}.`),
    ...(created.length + updated.length === 0 ? ['Nothing to do: everything exists.'] : []),
    ...passedOver.map((what) => `Skipped ${what}.`),
    ...secretLines(made),
  ];
}

function secretLines(made: readonly MadeKey[]): string[] {
  if (made.length === 0) return [];
  return [
    '',
    'New secrets. They are shown only once:',
    ...made.map(({ organization, name, kind, secret }) => `  ${organization} / ${name} (${kind}): ${secret}`),
  ];
}
