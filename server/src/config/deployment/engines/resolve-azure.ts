import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { readSmallFileSync } from '#kit';
import type { Problem } from '../../config-error.ts';
import type { AzureEngineConfig, EngineDocument } from '../deployment-types.ts';

type AzureDocument = Extract<EngineDocument, { readonly type: 'azure-openai' }>;
type Entra = NonNullable<AzureEngineConfig['entra']>;

/** The address of the resource, and files by their whole paths. */
export function resolveAzure(
  { resource, base_url = `https://${resource}.openai.azure.com`, ...engine }: AzureDocument,
  directory: string,
): Omit<AzureEngineConfig, 'timeouts'> & Pick<AzureDocument, 'timeouts'> {
  const { keys } = engine;
  return {
    ...withFiles(engine, directory),
    base_url,
    ...(keys && { keys: keys.map((key) => withFiles(key, directory)) }),
  };
}

function withFiles<Holder extends { readonly entra?: Entra }>(holder: Holder, directory: string): Holder {
  const { entra } = holder;
  if (!entra) return holder;
  const { certificate_file: certificate, token_file: token } = entra;
  return {
    ...holder,
    entra: {
      ...entra,
      ...(certificate !== undefined && { certificate_file: resolve(directory, certificate) }),
      ...(token !== undefined && { token_file: resolve(directory, token) }),
    },
  };
}

/** Files of a resolved engine that cannot be used (D-ENG-1). `path`: of the engine. */
export function azureFileProblems({ entra, keys = [] }: AzureEngineConfig, path: string): Problem[] {
  const ofKeys = keys.flatMap((key, index) => entraProblems(key.entra, `${path}.keys[${index}]`));
  return [...entraProblems(entra, path), ...ofKeys];
}

function entraProblems(entra: Entra | undefined, path: string): Problem[] {
  const problems: Problem[] = [];
  const read = (name: 'certificate_file' | 'token_file'): string | undefined => {
    const file = entra?.[name];
    if (file === undefined) return undefined;
    try {
      return readSmallFileSync(file);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push({ path: `${path}.entra.${name}`, message: `${file} cannot be read (${code})` });
      return undefined;
    }
  };
  const pem = read('certificate_file');
  if (pem !== undefined && !isCertificateWithKey(pem))
    problems.push({
      path: `${path}.entra.certificate_file`,
      message: `${entra?.certificate_file} must hold a certificate and its private key, both in PEM and without a password`,
    });
  read('token_file');
  return problems;
}

function isCertificateWithKey(pem: string): boolean {
  try {
    return new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
}
