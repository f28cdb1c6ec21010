import { items, member, text, type Path } from '../../read-loosely.ts';
import type { Report } from '../check-duplicates.ts';

/** By which an application proves what it is. */
const PROOFS = ['client_secret', 'certificate_file', 'token_file'];
/** What has no meaning for a managed identity. */
const OF_APPLICATIONS = ['tenant_id', 'authority_url', ...PROOFS];

/** What has no meaning without one. */
const OF_MACHINES = ['metadata_url', 'identity_endpoint', 'identity_header'];

const isGiven = (value: unknown, name: string): boolean => member(value, name) !== undefined;

/** Which fields of engines of type `azure-openai` are required together, and which exclude each other (D-ENG-1). */
export function checkAzure(engines: unknown, report: Report): void {
  if (typeof engines !== 'object' || engines === null) return;
  for (const [name, engine] of Object.entries(engines)) {
    if (text(engine, 'type') !== 'azure-openai') continue;
    const path = ['engines', name];
    checkAddress(engine, path, report);
    checkEntra(engine, path, report);
    items(engine, 'keys').forEach((key, index) => checkEntra(key, [...path, 'keys', index], report));
  }
}

function checkAddress(engine: unknown, path: Path, report: Report): void {
  const hasUrl = isGiven(engine, 'base_url');
  if (!isGiven(engine, 'resource')) {
    if (!hasUrl) report([...path, 'resource'], 'required, or base_url');
  } else if (hasUrl) report([...path, 'base_url'], 'has no effect beside resource; give one of the two');
}

/** `holder`: an engine or one of its keys. */
function checkEntra(holder: unknown, at: Path, report: Report): void {
  const entra = member(holder, 'entra');
  if (typeof entra !== 'object' || entra === null || Array.isArray(entra)) return;
  const path = [...at, 'entra'];
  if (isGiven(entra, 'managed_identity')) {
    for (const name of OF_APPLICATIONS)
      if (isGiven(entra, name))
        report([...path, name], 'has no effect beside managed_identity; give one of the two');
    checkEndpoint(entra, path, report);
    return;
  }
  for (const name of OF_MACHINES)
    if (isGiven(entra, name)) report([...path, name], 'has no effect without managed_identity; leave it out');
  for (const name of ['tenant_id', 'client_id'])
    if (!isGiven(entra, name)) report([...path, name], 'required, or managed_identity: true');
  const [proof, ...more] = PROOFS.filter((name) => isGiven(entra, name));
  if (proof === undefined)
    report([...path, 'client_secret'], 'required, or certificate_file, token_file or managed_identity: true');
  for (const name of more) report([...path, name], `has no effect beside ${proof}; give one of the two`);
}

/** App Service hands out tokens at an address of its own, for a header that it tells. */
function checkEndpoint(entra: object, path: Path, report: Report): void {
  const [hasEndpoint, hasHeader] = [isGiven(entra, 'identity_endpoint'), isGiven(entra, 'identity_header')];
  if (hasEndpoint && !hasHeader) report([...path, 'identity_header'], 'required with identity_endpoint');
  if (hasHeader && !hasEndpoint) report([...path, 'identity_endpoint'], 'required with identity_header');
  if (hasEndpoint && isGiven(entra, 'metadata_url'))
    report([...path, 'metadata_url'], 'has no effect beside identity_endpoint; give one of the two');
}
